"""A conversation before its next turn, read as a question to memory."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.model.emotion import Feeling
from graphmem.model.language import Language
from graphmem.model.transcript import Role


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the conversation; `speaker` is its speaker among several people, "" if unknown."""

    role: Role
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """The user's last message, a self-contained question from it, and the mood of the last messages.

    `asked` is the text whose form gives the intent: the last message, or the question that it continues. `leaning` are
    names and words added from earlier messages; without any, and with `asked` the last message, that message is
    self-contained.
    """

    said: str
    asked: str
    query: str
    language: Language
    mood: Feeling
    leaning: tuple[str, ...] = ()

    @property
    def stands_alone(self) -> bool:
        """Whether the last message is the whole question."""
        return self.query == self.said
