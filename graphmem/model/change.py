"""The result of forming a memory anew."""

from __future__ import annotations

from enum import StrEnum


class Change(StrEnum):
    """SPARED memories are never changed: pinned, immutable, or written by a model or a person."""

    KEPT = "kept"
    REFORMED = "reformed"
    RETRACTED = "retracted"
    SPARED = "spared"
