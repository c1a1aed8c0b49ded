"""Digests: the statements about an entity or a room that are worth most, within a budget of tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.memory import DataSource

DIGEST_BUDGET = 300
"""Tokens of a digest by default."""


@dataclass(frozen=True, slots=True)
class DigestLine:
    """A statement of a digest, verbatim, with its memory, first turn, start of valid time and source."""

    memory: str
    text: str
    pointer: str | None
    since: datetime
    data_source: DataSource


@dataclass(frozen=True, slots=True)
class Digest:
    """The present statements about an entity, or those of a room, in `tokens` of a `budget`.

    `about` is the entity's address or the room's pointer; `text` is the block for a prompt, "" if nothing is known;
    `lines` are its statements, those worth most per token first; `left_out` counts further known ones.
    """

    about: str
    title: str
    text: str
    tokens: int
    budget: int
    lines: tuple[DigestLine, ...]
    left_out: int
