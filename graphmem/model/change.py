"""What becomes of a memory when it is made anew."""

from __future__ import annotations

from enum import StrEnum


class Change(StrEnum):
    """SPARED is what is left alone whatever it says: pinned, immutable, or written by a model or a person."""

    KEPT = "kept"
    REFORMED = "reformed"
    RETRACTED = "retracted"
    SPARED = "spared"
