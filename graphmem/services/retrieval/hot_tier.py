"""The hot tier: memories proven so often that every answer shows them. It is a query, not a store.

Only semantic memories can be hot: those that a dream or a caller promoted.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cachetools import TTLCache

from graphmem.model.attention import Hot
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Owner
from graphmem.model.project import mark_of
from graphmem.store import memory_recall
from graphmem.store.database import Database

USEFUL_FROM, USED_FROM = 0.8, 10
YOUNG = timedelta(days=30)
SURE_FROM = 0.5
"""Least source confidence of a memory shown unasked: in the hot tier, and as a standing rule."""
MOST = 15
KEPT_SECONDS = 300.0
OWNERS = 1_000
"""Most hot tiers cached, one for each owner and project."""


class HotTier:
    """At most 15 semantic memories by utility: ≥ 0.8, used ten times, younger than 30 days, sure, live."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: TTLCache[tuple[str, str | None], list[str]] = TTLCache(OWNERS, KEPT_SECONDS)

    async def memories(self, owner: Owner, project: str | None = None) -> tuple[Memory, ...]:
        """The owner's hot tier in a project (None: any).
        The ids are cached for KEPT_SECONDS; forgotten and ended memories are left out at once."""
        now = datetime.now(UTC)
        if (ids := self._known.get((owner.key, project))) is None:
            ids = await memory_recall.hot_ids(
                self._database, owner, now, now - YOUNG,
                utility=USEFUL_FROM, access=USED_FROM, sure=SURE_FROM, limit=MOST, project=project,
            )  # fmt: skip
            self._known[owner.key, project] = ids
        if not ids:
            return ()
        candidates = (await memory_recall.describe(self._database, owner, ids)).candidates
        found = (candidates[id_].memory for id_ in ids if id_ in candidates)
        return tuple(memory for memory in found if _is_live(memory, now))

    async def with_reasons(self, owner: Owner, project: str | None = None) -> tuple[Hot, ...]:
        """The hot tier of a project by name, each memory with what made it hot. Raises InvalidInputError."""
        now = datetime.now(UTC)
        return tuple(
            Hot(one, one.utility, one.access_count, (now - one.recorded_at) / timedelta(days=1))
            for one in await self.memories(owner, mark_of(project))
        )

    def forget(self, owner: Owner) -> None:
        """Drop the owner's cached hot tier."""
        for key in [key for key in self._known if key[0] == owner.key]:
            self._known.pop(key, None)


def _is_live(memory: Memory, now: datetime) -> bool:
    """Whether the memory is not dormant, not retracted, and still valid at `now`."""
    return (
        memory.tier is not Tier.DORMANT
        and memory.retracted_at is None
        and (memory.valid_until is None or memory.valid_until > now)
    )
