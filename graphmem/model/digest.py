"""What is worth knowing of somebody, something or a talk, within a budget of tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

DIGEST_BUDGET = 300
"""Tokens of a digest, as long as nobody says how many."""


@dataclass(frozen=True, slots=True)
class DigestLine:
    """A statement of a digest, as it was said: its memory, the first turn that says it, since when it holds."""

    memory: str
    text: str
    pointer: str | None
    since: datetime


@dataclass(frozen=True, slots=True)
class Digest:
    """What holds of an entity or was said in a room, in `tokens` of a `budget`.

    `about` is the entity's address or the room's pointer; `text` is the block for a prompt, "" where nothing is known;
    `lines` are its statements, those worth most a token first; `left_out` tells how many more are known.
    """

    about: str
    title: str
    text: str
    tokens: int
    budget: int
    lines: tuple[DigestLine, ...]
    left_out: int
