"""What stands beside an older statement wherever that is shown: what replaced it, and at work on a project what was
told later of the same matter.

At work most changes are told by what holds now ("raw audio is kept 90 days now"), too far from what held before for
the gate to end that. Both have their day; the older one alone would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.recall import Hit
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.found import Found
from graphmem.services.retrieval.options import Options
from graphmem.services.retrieval.seen_context import NOTHING_SHOWN, Shown
from graphmem.store import links, remembered
from graphmem.store.database import Database

LOOKED_AT = 30
"""Turns and as many memories of an answer, the best first, of which it is looked up: more have no room in a block."""

STEPS = 3
"""How often a matter may have changed since."""


@dataclass(frozen=True, slots=True)
class Later:
    """A memory that was told later, the pointers of what it was made of, and the day it was said."""

    memory: Memory
    sources: tuple[str, ...]
    day: date | None


@dataclass(frozen=True, slots=True)
class ToldLater:
    """By the id of a memory or a turn what was told after it; `at_work` on a project, elsewhere what replaced it."""

    of: Mapping[str, tuple[Later, ...]] = field(default_factory=dict)
    at_work: bool = False

    @property
    def memories(self) -> dict[str, Memory]:
        """All of them by their ids."""
        return {later.memory.id: later.memory for told in self.of.values() for later in told}

    def after(self, ids: Iterable[str]) -> Iterator[Later]:
        """What was told after any of these, each once."""
        known = {later.memory.id: later for id_ in ids for later in self.of.get(id_, ())}
        yield from known.values()


NOTHING_LATER = ToldLater()
NOTHING_AT_WORK = ToldLater(at_work=True)


async def ids_told_later(
    database: Database, owner: Owner, memories: Sequence[str], turns: Sequence[str], project: str
) -> dict[str, tuple[str, ...]]:
    """By the ids of memories and turns the ids of the memories that were told after them of the same matter, those that
    were told after these in their turn among them."""
    now = datetime.now(UTC)
    next_ = await links.told_later(database, owner, memories, turns, project, now)
    asked = {*memories, *turns}
    for _ in range(STEPS - 1):
        further = sorted({id_ for ids in next_.values() for id_ in ids} - asked)
        if not further:
            break
        asked |= set(further)
        next_ |= await links.told_later(database, owner, further, (), project, now)
    return {id_: tuple(_reached(id_, next_)) for id_ in (*memories, *turns) if id_ in next_}


async def replacing(
    database: Database, owner: Owner, found: Found, options: Options, shown: Shown = NOTHING_SHOWN
) -> ToldLater:
    """What replaced what was found, or may have ended what is hot, and the agent has not before it."""
    turns = [hit.drawer.id for hit in found.turns.hits[:LOOKED_AT] if _is_replaced(hit)]
    if not options.as_of.is_present:
        return NOTHING_LATER
    now = datetime.now(UTC)
    ids: dict[str, tuple[str, ...]] = {}
    if found.hot:
        asked = await links.disputing(database, owner, [memory.id for memory in found.hot], now)
        ids = {id_: (later,) for id_, later in asked.items()}
    if turns:
        ids |= await links.replaced_by(database, owner, turns, now)
    return await _described(database, owner, ids, found, options, shown)


async def told_later(database: Database, owner: Owner, found: Found, options: Options, shown: Shown) -> ToldLater:
    """What was told later of what was found and the agent has not before it; of no project what replaced it."""
    project = options.of_project
    if project is None:
        return await replacing(database, owner, found, options, shown)
    if not options.as_of.is_present:
        return NOTHING_AT_WORK
    memories = [hit.memory.id for hit in found.memories[:LOOKED_AT]]
    turns = [hit.drawer.id for hit in found.turns.hits[:LOOKED_AT]]
    ids = await ids_told_later(database, owner, memories, turns, project)
    return replace(await _described(database, owner, ids, found, options, shown), at_work=True)


async def _described(
    database: Database, owner: Owner, ids: Mapping[str, tuple[str, ...]], found: Found, options: Options, shown: Shown
) -> ToldLater:
    if not ids:
        return NOTHING_LATER
    described = await remembered.describe(database, owner, sorted({one for later in ids.values() for one in later}))
    known = {
        id_: Later(candidate.memory, *_said(candidate))
        for id_, candidate in described.candidates.items()
        if admits(options, candidate.memory) and not (shown.has(candidate.memory) or id_ in found.said_here)
    }
    return ToldLater({id_: tuple(known[one] for one in later if one in known) for id_, later in ids.items()})


def _is_replaced(hit: Hit) -> bool:
    """Whether another turn tells what replaced something that was made of it."""
    return any(made.believed and made.replaced_in not in {None, "", hit.drawer.pointer} for made in hit.made)


def _said(candidate: remembered.Candidate) -> tuple[tuple[str, ...], date | None]:
    """Where and on which day it was said."""
    said_at = candidate.places[0].said_at if candidate.places else None
    return tuple(place.pointer for place in candidate.places), said_at.date() if said_at else None


def _reached(id_: str, next_: Mapping[str, tuple[str, ...]]) -> list[str]:
    """What can be reached from an id, the nearest first."""
    found: list[str] = []
    ahead = list(next_.get(id_, ()))
    while ahead:
        one = ahead.pop(0)
        if one not in found and one != id_:
            found.append(one)
            ahead += next_.get(one, ())
    return found
