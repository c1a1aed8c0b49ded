"""Reads the graph from a memory or entity: causes and effects, neighbours, profile, timeline."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.errors import InvalidInputError
from graphmem.model.exploration import CausalChain, Event, LinkType, Neighbour, Profile
from graphmem.model.instant import BEGINNING, PRESENT, AsOf
from graphmem.model.interval import FOREVER
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Owner
from graphmem.model.question import CausalDirection
from graphmem.model.recall import RecallResult, Step
from graphmem.model.views import Fact
from graphmem.services.entities import Entities
from graphmem.services.facts import Facts
from graphmem.services.retrieval import neighbourhood
from graphmem.store import hubs, memory_recall
from graphmem.store.cursors import require_count
from graphmem.store.database import Database
from graphmem.store.facts import as_of as facts_as_of
from graphmem.store.memory_recall import Chain, Scope
from graphmem.store.memory_views import require
from graphmem.store.short_ids import memory_ids

MOST = 100
MOST_FACTS = 500
BEST = 3
"""Best memories of a recall that are tried as the start of its causal chains."""

EVERY_TIER = tuple(Tier)
_BACK = {None: [True, False], CausalDirection.CAUSES: [True], CausalDirection.EFFECTS: [False]}


@dataclass(frozen=True, slots=True)
class Explorer:
    """Reads of one owner's graph that start from a memory or an entity."""

    database: Database

    async def led_to(self, owner: Owner, result: RecallResult, *, as_of: AsOf, limit: int) -> tuple[CausalChain, ...]:
        """Causal chains of the first of a recall's BEST memories that has any, in the asked direction."""
        from graphmem.language.question import understand  # word lists that only this question needs

        direction = understand(result.query).causal_direction
        for hit in result.memories[:BEST]:
            if found := await self.causal_chain(owner, [hit.memory.id], direction=direction, as_of=as_of, limit=limit):
                return tuple(found)
        return ()

    async def causal_chain(
        self,
        owner: Owner,
        ids: Sequence[str],
        *,
        direction: CausalDirection | None = None,
        as_of: AsOf = PRESENT,
        limit: int = 20,
    ) -> list[CausalChain]:
        """Chains of up to two edges from these memories, back to causes, forth to effects, or both.

        Surest and shortest first. Raises NotFoundError for an id that is no memory of the owner, InvalidInputError for
        a limit out of 1 to 100."""
        require_count(limit, MOST, "limit")
        ids = await memory_ids(self.database, owner, ids)
        await require(self.database, owner, {f"ids[{place}]": id_ for place, id_ in enumerate(ids)})
        scope = Scope(owner, as_of.bounds(datetime.now(UTC)), EVERY_TIER)
        chains = await memory_recall.causal_chains(self.database, scope, ids, _BACK[direction], limit)
        memories = await self._memories(owner, [id_ for chain in chains for id_ in (chain.seed, *chain.nodes)])
        return [_chain(chain, memories) for chain in chains]

    async def related(
        self,
        owner: Owner,
        id_: str,
        *,
        hops: int = 1,
        types: Collection[LinkType] = neighbourhood.EVERY_LINK,
        as_of: AsOf = PRESENT,
        limit: int = 20,
    ) -> list[Neighbour]:
        """The neighbours of a memory within `hops` links of these types, nearest first, then surest first.

        Raises NotFoundError for an id that is no memory of the owner, InvalidInputError for hops out of 1 to 4, a limit
        out of 1 to 100, or no type.
        """
        neighbourhood.check(hops, types, limit)
        (start,) = await memory_ids(self.database, owner, [id_], "id")
        await require(self.database, owner, {"id": start})
        scope = Scope(owner, as_of.bounds(datetime.now(UTC)), EVERY_TIER)
        ways = await neighbourhood.search(self.database, scope, start, hops, types, limit)
        memories = await self._memories(owner, neighbourhood.ids_of(ways))
        return [
            neighbourhood.neighbour(memories, id_, way)
            for id_, way in ways.items()
            if all(end in memories for edge, _ in way.edges for end in (edge.source, edge.target))
        ]

    async def profile(self, owner: Owner, name: str, *, as_of: AsOf = PRESENT, limit: int = 20) -> Profile:
        """An entity by URI or name, with its facts as of an instant and memories, most useful first.

        Raises NotFoundError, and InvalidInputError for a name of several entities or a limit out of 1 to 100.
        """
        require_count(limit, MOST, "limit")
        entities = Entities(self.database)
        entity = await entities.get(owner, await entities.named(owner, name))
        facts = await self._facts(owner, entity.uri, as_of)
        scope = Scope(owner, as_of.bounds(datetime.now(UTC)), EVERY_TIER)
        ids = await hubs.memories(self.database, scope, entity.uri, limit)
        memories = await self._memories(owner, ids)
        return Profile(entity, tuple(facts), tuple(memories[id_] for id_ in ids if id_ in memories))

    async def timeline(
        self,
        owner: Owner,
        name: str,
        *,
        after: datetime | None = None,
        before: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = MOST,
    ) -> list[Event]:
        """All facts and memories of an entity, ended ones too, by the start of their valid time.

        That start lies in [`after`, `before`); `known_at` reads the graph as it was known then. Raises NotFoundError,
        and InvalidInputError for a name of several entities, a limit out of 1 to 100 or an empty interval.
        """
        require_count(limit, MOST, "limit")
        start, end = after or BEGINNING, before or FOREVER
        if start >= end:
            raise InvalidInputError(f"after is {after}.", field="after", remedy=f"Give a time before {before}.")
        known = known_at or datetime.now(UTC)
        entities = Entities(self.database)
        entity = await entities.get(owner, await entities.named(owner, name))
        found = await memory_recall.timeline(
            self.database, owner, entity.uri, known=known, after=start, before=end, limit=limit
        )
        memories = await self._memories(owner, [id_ for id_, _ in found])
        events = [_event(memories[id_], replaced_by) for id_, replaced_by in found if id_ in memories]
        told = {event.id for event in events}
        facts = await facts_as_of(
            self.database, owner, entity.uri, None, valid_at=None, known_at=known, limit=MOST_FACTS
        )
        events += [
            Event(fact.valid_from, fact.valid_until, "fact", fact.text, fact.id, None)
            for fact in facts
            if start <= fact.valid_from < end and fact.memory not in told  # its memory is already an event
        ]
        return sorted(events, key=lambda event: (event.at, event.id))[:limit]

    async def _facts(self, owner: Owner, uri: str, as_of: AsOf) -> list[Fact]:
        return await Facts(self.database).within(owner, uri, as_of, first=MOST)

    async def _memories(self, owner: Owner, ids: Sequence[str]) -> dict[str, Memory]:
        if not ids:
            return {}
        described = await memory_recall.describe(self.database, owner, list(dict.fromkeys(ids)))
        return {id_: candidate.memory for id_, candidate in described.candidates.items()}


def _chain(chain: Chain, memories: dict[str, Memory]) -> CausalChain:
    steps = tuple(
        Step(
            edge.type, edge.source, memories[edge.source].text, edge.target, memories[edge.target].text, edge.confidence
        )
        for edge in chain.edges
    )
    sure = math.prod(edge.confidence for edge in chain.edges)
    return CausalChain(memories[chain.seed], memories[chain.nodes[-1]], chain.back, steps, round(sure, 4))


def _event(memory: Memory, replaced_by: str | None) -> Event:
    return Event(memory.valid_from, memory.valid_until, memory.category.value, memory.text, memory.id, replaced_by)
