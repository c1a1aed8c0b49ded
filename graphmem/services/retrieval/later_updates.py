"""Finds the later updates of a hit: replacements, and in a project later memories of its matter.

In a project most changes are stated as the new value ("raw audio is kept 90 days now"). Its words are too far from the
old value for the gate to close that. The block shows both with their days, since the older alone would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.recall import Hit
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.services.retrieval.seen_context import NOTHING_SHOWN, ShownContext
from graphmem.store import links, memory_recall
from graphmem.store.database import Database

LOOKED_AT = 30
"""Best turns, and memories, whose later updates are looked up; more have no room in a block."""

STEPS = 3
"""Steps followed along later updates of one matter."""


@dataclass(frozen=True, slots=True)
class LaterMemory:
    """A later memory, the pointers of its source turns, and the day it was said."""

    memory: Memory
    sources: tuple[str, ...]
    day: date | None


@dataclass(frozen=True, slots=True)
class LaterUpdates:
    """Later updates by memory or turn id; `at_work`: of the same matter in a project, else replacements."""

    of: Mapping[str, tuple[LaterMemory, ...]] = field(default_factory=dict)
    at_work: bool = False

    @property
    def memories(self) -> dict[str, Memory]:
        """All later memories by their ids."""
        return {later.memory.id: later.memory for told in self.of.values() for later in told}

    def after(self, ids: Iterable[str]) -> Iterator[LaterMemory]:
        """The later updates of any of these ids, each once."""
        known = {later.memory.id: later for id_ in ids for later in self.of.get(id_, ())}
        yield from known.values()


NOTHING_LATER = LaterUpdates()
NOTHING_AT_WORK = LaterUpdates(at_work=True)


async def later_ids(
    database: Database, owner: Owner, memories: Sequence[str], turns: Sequence[str], project: str
) -> dict[str, tuple[str, ...]]:
    """Ids of later memories of the same matter in the project, by the id of a memory or turn.
    Updates of updates are included, up to STEPS steps."""
    now = datetime.now(UTC)
    next_ = await links.later_memories(database, owner, memories, turns, project, now)
    asked = {*memories, *turns}
    for _ in range(STEPS - 1):
        further = sorted({id_ for ids in next_.values() for id_ in ids} - asked)
        if not further:
            break
        asked |= set(further)
        next_ |= await links.later_memories(database, owner, further, (), project, now)
    return {id_: tuple(_reachable_ids(id_, next_)) for id_ in (*memories, *turns) if id_ in next_}


async def find_replacements(
    database: Database, owner: Owner, found: QueryHits, options: RecallOptions, shown: ShownContext = NOTHING_SHOWN
) -> LaterUpdates:
    """Memories that replaced a turn's content or dispute a hot memory, and that the agent has not seen."""
    turns = [hit.drawer.id for hit in found.turns.hits[:LOOKED_AT] if _is_replaced(hit)]
    if not options.as_of.is_present:
        return NOTHING_LATER
    now = datetime.now(UTC)
    ids: dict[str, tuple[str, ...]] = {}
    if found.hot:
        asked = await links.disputing_memories(database, owner, [memory.id for memory in found.hot], now)
        ids = {id_: (later,) for id_, later in asked.items()}
    if turns:
        ids |= await links.replacements(database, owner, turns, now)
    return await _describe_updates(database, owner, ids, found, options, shown)


async def find_later_updates(
    database: Database, owner: Owner, found: QueryHits, options: RecallOptions, shown: ShownContext
) -> LaterUpdates:
    """Later memories of the hits' matters that the agent has not seen; without a project, replacements."""
    project = options.of_project
    if project is None:
        return await find_replacements(database, owner, found, options, shown)
    if not options.as_of.is_present:
        return NOTHING_AT_WORK
    memories = [hit.memory.id for hit in found.memories[:LOOKED_AT]]
    turns = [hit.drawer.id for hit in found.turns.hits[:LOOKED_AT]]
    ids = await later_ids(database, owner, memories, turns, project)
    return replace(await _describe_updates(database, owner, ids, found, options, shown), at_work=True)


async def _describe_updates(
    database: Database,
    owner: Owner,
    ids: Mapping[str, tuple[str, ...]],
    found: QueryHits,
    options: RecallOptions,
    shown: ShownContext,
) -> LaterUpdates:
    if not ids:
        return NOTHING_LATER
    described = await memory_recall.describe(database, owner, sorted({one for later in ids.values() for one in later}))
    known = {
        id_: LaterMemory(candidate.memory, *_sources_and_day(candidate))
        for id_, candidate in described.candidates.items()
        if admits(options, candidate.memory) and not (shown.has(candidate.memory) or id_ in found.said_here)
    }
    return LaterUpdates({id_: tuple(known[one] for one in later if one in known) for id_, later in ids.items()})


def _is_replaced(hit: Hit) -> bool:
    """Whether another turn replaced a believed memory of this turn, or gave a fact of it another value."""
    here = {None, "", hit.drawer.pointer}
    return any(made.believed and not {made.replaced_in, made.changed_in} <= here for made in hit.made)


def _sources_and_day(candidate: memory_recall.Candidate) -> tuple[tuple[str, ...], date | None]:
    """The pointers of its turns, and the day it was said; None if unknown."""
    said_at = candidate.places[0].said_at if candidate.places else None
    return tuple(place.pointer for place in candidate.places), said_at.date() if said_at else None


def _reachable_ids(id_: str, next_: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The ids reachable from an id, breadth first, without itself."""
    found: list[str] = []
    ahead = list(next_.get(id_, ()))
    while ahead:
        one = ahead.pop(0)
        if one not in found and one != id_:
            found.append(one)
            ahead += next_.get(one, ())
    return found
