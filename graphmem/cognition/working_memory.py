"""Working memory: a session's few memories, and which one is evicted.

Capacity after Miller, Psychological Review 63(2), 1956: seven, plus two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

CAPACITY = 9
IDLE_MINUTES = 30.0
"""Minutes after which an untouched item keeps 1/e of its weight."""
ACCESS_WEIGHT = 0.1


@dataclass(frozen=True, slots=True)
class Item:
    """A memory in working memory: importance 0–1, accesses in this session, when last touched (UTC)."""

    memory_id: str
    importance: float
    access_count: int
    touched_at: datetime


def score(item: Item, *, now: datetime) -> float:
    """importance · e^(−minutes idle / 30) · (1 + 0.1 · accesses); the lowest leaves first."""
    idle = max((now - item.touched_at).total_seconds() / 60, 0.0)
    return item.importance * math.exp(-idle / IDLE_MINUTES) * (1 + ACCESS_WEIGHT * item.access_count)


def put(held: Sequence[Item], item: Item, *, now: datetime) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The memories after an item came in, oldest place first, and the evicted one.

    An id already held is updated in place and counts one access more; nothing is evicted then. A newcomer always gets
    in: it is what the session is about now.
    """
    place = next((index for index, other in enumerate(held) if other.memory_id == item.memory_id), None)
    if place is not None:
        count = max(held[place].access_count + 1, item.access_count)
        updated = replace(item, access_count=count, importance=max(item.importance, held[place].importance))
        return (*held[:place], updated, *held[place + 1 :]), ()
    # Ties go to the one touched last, then to the smaller id, so that two processes evict the same.
    ranked = sorted(held, key=lambda one: (score(one, now=now), one.touched_at, one.memory_id))
    leaving = ranked[: max(len(held) + 1 - CAPACITY, 0)]
    gone = {one.memory_id for one in leaving}
    return (*(one for one in held if one.memory_id not in gone), item), tuple(leaving)
