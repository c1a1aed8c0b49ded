"""Synaptic tagging and capture (Frey and Morris, Nature 385, 1997).

An unimportant memory is kept longer when an important one soon follows in the same session.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

TAGGED_BELOW = 0.5
"""Memories less important than this are tagged."""
CAPTURED_FROM = 0.7
"""A memory at least this important captures."""
LIFETIME = timedelta(hours=4)
CAPTURED_STABILITY = 1.3
"""Factor on the stability of a captured memory."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag on a memory of a session; it is gone at `expires_at`."""

    memory_id: str
    session: str
    expires_at: datetime


def tag(*, memory_id: str, session: str, importance: float, now: datetime) -> Tag | None:
    """The tag of a new memory; None if it is important enough itself, or outside a session."""
    if importance >= TAGGED_BELOW or not session:
        return None
    return Tag(memory_id, session, now + LIFETIME)
