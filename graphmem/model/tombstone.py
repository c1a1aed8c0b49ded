"""Tombstones: what must not be remembered again, known by keyed hashes of its values alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Reason(StrEnum):
    """Why something must not come back."""

    FORGOTTEN = "forgotten"
    """Somebody had a memory forgotten."""

    DELETED = "deleted"
    """Somebody deleted the turn that said it."""

    CORRECTED = "corrected"
    """It was said, or decided, that it never was so."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What must not be remembered again. It holds no text: `subject` is "user" or "other", `attribute` a word of the
    reader's lists.

    `memory` is the id of the memory that went, "" for a turn; `values` in how many spellings it is known, `hits` how
    often it kept something out, a turn that only tells it being hidden, too. `lifted_at` None means that it stands.
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
