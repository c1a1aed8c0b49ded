"""Tombstones: statements that must not be remembered again, known only by keyed hashes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Reason(StrEnum):
    """Why a statement must not come back."""

    FORGOTTEN = "forgotten"
    """A person forgot a memory."""

    DELETED = "deleted"
    """A person deleted its turn."""

    CORRECTED = "corrected"
    """A statement or a decision said that it was never true."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A bar against remembering a statement.

    It has no text: `subject` is "user" or "other", `attribute` a word of the reader's lists.

    `memory` is the id of the forgotten memory, "" for a turn; `values` its number of spellings, `hits` how often it
    barred something, turns that it withheld included. `lifted_at` None means that it stands.
    """

    id: str
    memory: str
    subject: str
    attribute: str
    reason: Reason
    by: str
    at: datetime
    values: int
    hits: int = 0
    last_hit_at: datetime | None = None
    lifted_at: datetime | None = None
    lifted_by: str | None = None
