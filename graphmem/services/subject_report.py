"""The data-subject report: all data about a named person, in the own memory and in readable spaces.

A person is found by the entities with that name, and in texts by each spelling as a word of its own. Other people with
the same spelling are included: leaving something out would be the worse mistake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.entity import EntityType
from graphmem.model.ids import spelled
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.space import Space
from graphmem.model.subject import (
    SubjectCounts,
    SubjectEntity,
    SubjectMemory,
    SubjectPart,
    SubjectRelation,
    SubjectReport,
)
from graphmem.model.views import EntityView, Link, Source, Version
from graphmem.services.spaces import Spaces
from graphmem.store import entity_views, memory_walks, subjects
from graphmem.store.cursors import require_count
from graphmem.store.database import Database

AT_ONCE = 500
"""Memories whose surroundings one statement reads."""

LONGEST_NAME = 200
MOST = 10_000


@dataclass(frozen=True, slots=True)
class SubjectReports:
    """Reports about persons, over one database."""

    database: Database

    async def report(self, owner: Owner, name: str, *, limit: int) -> SubjectReport:
        """The data about the person with an address or a name; at most `limit` of each kind from each memory.

        An unknown person has an empty report. Raises InvalidInputError for an invalid name or limit.
        """
        asked = name.strip()
        if not spelled(asked) or len(asked) > LONGEST_NAME:
            raise InvalidInputError(
                f"The name is {name[:40]!r}.", field="name", remedy=f"Name somebody in 1 to {LONGEST_NAME} characters."
            )
        require_count(limit, MOST, "limit")
        found = [await self._part(owner, asked, None, limit)]
        for space in await Spaces(self.database).of(owner):
            found.append(await self._part(space.owner, asked, space, limit))
        parts = tuple(part for part in found if part.space is None or part.counts != SubjectCounts())
        total = {one.name: sum(getattr(part.counts, one.name) for part in parts) for one in fields(SubjectCounts)}
        is_cut = any(
            getattr(part.counts, kind) > len(getattr(part, kind))
            for part in parts
            for kind in ("memories", "facts", "relations", "turns")
        )
        return SubjectReport(asked, datetime.now(UTC), SubjectCounts(**total), is_cut, parts)

    async def _part(self, owner: Owner, name: str, space: Space | None, limit: int) -> SubjectPart:
        views = await self._entities(owner, name)
        uris = [uri for view in views for uri in (view.uri, *(one.uri for one in view.merged))]
        spellings = {spelling for view in views for spelling in (view.name, *view.aliases)}
        spellings |= set() if "://" in name else {name}
        words = {word for spelling in spellings for word in spelling.split()}
        named, turns, facts, withheld = await asyncio.gather(
            subjects.memories(self.database, owner, uris, words),
            subjects.turns(self.database, owner, words),
            subjects.facts(self.database, owner, uris),
            subjects.withheld(self.database, owner, uris),
        )
        memories = [memory for memory, by_edge in named if by_edge or _says(memory.text, memory.speaker, spellings)]
        theirs = [turn for turn in turns if _says(turn.text, turn.speaker, spellings)]
        detailed, relations = await self._around(owner, memories)
        entities = tuple(SubjectEntity(view.uri, view.type, view.name, view.aliases) for view in views)
        return SubjectPart(
            space=None if space is None else space.id,
            title=None if space is None else space.title,
            counts=SubjectCounts(
                len(entities), len(memories), len(facts), len(relations), len(theirs), withheld
            ),
            entities=entities,
            memories=tuple(detailed[:limit]),
            facts=tuple(facts[:limit]),
            relations=tuple(relations[:limit]),
            turns=tuple(theirs[:limit]),
        )  # fmt: skip

    async def _entities(self, owner: Owner, name: str) -> list[EntityView]:
        """Persons with that name, else entities of any type. A merged entity is replaced by its target."""
        uris = [name] if "://" in name else await entity_views.addresses_named(self.database, owner, name)
        views: dict[str, EntityView] = {}
        for uri in uris:
            try:
                view = await entity_views.entity(self.database, owner, uri)
            except NotFoundError:
                continue
            views[view.uri] = view
        persons = [view for view in views.values() if view.type == EntityType.PERSON]
        return persons or list(views.values())

    async def _around(
        self, owner: Owner, memories: Sequence[Memory]
    ) -> tuple[list[SubjectMemory], list[SubjectRelation]]:
        """Memories with former texts and source turns, and their edges."""
        detailed: list[SubjectMemory] = []
        relations: list[SubjectRelation] = []
        for start in range(0, len(memories), AT_ONCE):
            page = memories[start : start + AT_ONCE]
            ids = [memory.id for memory in page]
            sources, versions, links = await asyncio.gather(
                memory_walks.sources_of(self.database, owner, ids),
                memory_walks.versions_of(self.database, owner, ids),
                memory_walks.links_of(self.database, owner, ids),
            )
            for one in page:
                detailed.append(_detailed(one, sources.get(one.id, ()), versions.get(one.id, ())))
                relations += [_relation(one.id, link) for link in links.get(one.id, ())]
        return detailed, relations


def _says(text: str, speaker: str, spellings: set[str]) -> bool:
    """Whether a text or its speaker has one of the spellings as whole words, whatever their accents."""
    told = f"-{spelled(f'{speaker} {text}')}-"
    return any(f"-{spelled(spelling)}-" in told for spelling in spellings if spelled(spelling))


def _detailed(memory: Memory, sources: Sequence[Source], versions: Sequence[Version]) -> SubjectMemory:
    return SubjectMemory(
        id=memory.id, text=memory.text, category=memory.category, tier=memory.tier, speaker=memory.speaker,
        data_source=memory.data_source, valid_from=memory.valid_from, valid_until=memory.valid_until,
        recorded_at=memory.recorded_at, retracted_at=memory.retracted_at,
        former=tuple(one.text for one in versions), turns=tuple(one.pointer for one in sources),
    )  # fmt: skip


def _relation(memory: str, link: Link) -> SubjectRelation:
    return SubjectRelation(memory, link.type, link.outgoing, link.id, link.text, link.valid_from)
