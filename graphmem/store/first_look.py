"""Searches of a question that need no vector, in one round trip instead of four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.store import lucene, memory_recall, recall
from graphmem.store.database import Database
from graphmem.store.entities import NAME_FIELDS
from graphmem.store.hubs import Hub
from graphmem.store.memory_recall import RetrieverHits, Scope
from graphmem.store.queries import bind
from graphmem.store.recall import NO_HITS, Hits
from graphmem.store.tenants import OwnerCounts

_LOOK = bind("recall/first_look", __name__)

_TURN_LISTS = ("index", "ids", "scores", "rooms", "positions", "speakers", "languages")
_MEMORY_LISTS = ("index", "ids", "scores")


@dataclass(frozen=True, slots=True)
class Depths:
    """Number of turns to search: all of up to `whole_up_to`, `deep` of up to `deep_up_to`, else `pool`."""

    whole_up_to: int
    deep_up_to: int
    deep: int
    pool: int

    def of(self, drawers: int) -> int:
        """The depth for an owner with so many drawers."""
        if drawers <= self.whole_up_to:
            return drawers
        return self.deep if drawers <= self.deep_up_to else self.pool


@dataclass(frozen=True, slots=True)
class FirstLook:
    """The owner's counts, turns and memories with words of the question, and entities with a name of it.
    All best first; the entities' memories are not read."""

    counts: OwnerCounts = field(default_factory=OwnerCounts)
    turns: Hits = NO_HITS
    memories: RetrieverHits = memory_recall.NOTHING
    hubs: list[Hub] = field(default_factory=list)


NOTHING_SEEN = FirstLook()


async def look(
    database: Database,
    scope: Scope,
    terms: Sequence[str],
    language: str,
    depths: Depths | None,
    *,
    memories: int,
    hubs: int,
    names: Sequence[str],
    until: datetime | None = None,
) -> FirstLook:
    """Search turns said by `until` (unless `depths` is None), memories and entities (by `names`).
    `memories` and `hubs` are limits. Scores are BM25; other languages are scaled, see `lucene.merge_indexes`."""
    owner = scope.owner.key
    by_turns = lucene.owner_query(owner, terms, recall.TEXT_FIELDS) if depths else None
    by_memories = lucene.owner_query(owner, terms, memory_recall.TEXT_FIELDS) if memories else None
    deep = depths or Depths(1, 1, 1, 1)
    by_names = lucene.owner_query(owner, names, NAME_FIELDS) if hubs else None
    rows = await database.run(
        _LOOK,
        **scope.params(),
        turn_indexes=list(recall.INDEXES.values()) if by_turns else [],
        turns_lucene=by_turns or "",
        until=until,
        whole_up_to=deep.whole_up_to,
        deep_up_to=deep.deep_up_to,
        deep=deep.deep,
        pool=deep.pool,
        memory_indexes=list(memory_recall.INDEXES.values()) if by_memories else [],
        memories_lucene=by_memories or "",
        categories=scope.kinds(),
        project=scope.project,
        depth=max(memories, 1),
        names=[by_names] if by_names else [],
        entities=max(hubs, 1),
    )
    if not rows:
        return FirstLook()
    row = rows[0]
    counts = OwnerCounts(row["drawers"], row["wings"], row["pending"], row["remembered"])
    found = lucene.merge_indexes(_named(row["turns"], _TURN_LISTS), recall.INDEXES[language], deep.of(counts.drawers))
    remembers = lucene.merge_indexes(_named(row["memories"], _MEMORY_LISTS), memory_recall.INDEXES[language], memories)
    return FirstLook(
        counts,
        NO_HITS if found is None else Hits(**found),
        memory_recall.NOTHING if remembers is None else RetrieverHits(**remembers),
        [Hub(uri, type_, name, tuple(dict.fromkeys(spellings)), tuple(uris))
         for uri, type_, name, spellings, uris in row["hubs"]],
    )  # fmt: skip


def _named(rows: Sequence[Sequence[Any]], names: Sequence[str]) -> list[Mapping[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in rows]
