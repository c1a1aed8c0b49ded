"""A conversation as it stands before the next turn is written, read as a question to memory."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.model.emotion import Feeling
from graphmem.model.language import Language
from graphmem.model.transcript import Role


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the conversation; `speaker` is who of several people says it, "" where that is not told."""

    role: Role
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the user said last, and that as a question which stands by itself, with the mood of the last messages.

    `asked` is the text whose form tells what is wanted: the last message, or the question that it goes on with.
    `leaning` are the names and words that were added from the messages before; without any, and with `asked` the last
    message, that says all by itself.
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
