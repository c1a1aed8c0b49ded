"""Finds procedures: by name, in pages, and by their fit to a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.cognition.calibration import calibrated, crossing
from graphmem.errors import EmbeddingError, InvalidInputError, NotFoundError
from graphmem.language.coverage import coverage, query_words
from graphmem.language.detect import detect
from graphmem.language.query import query_terms
from graphmem.language.transcripts.messages import is_storable
from graphmem.model.palace import Owner, Page
from graphmem.model.procedure import Episode, FormerSteps, MatchingProcedure, MemoryStats, Procedure, Use
from graphmem.model.project import concerns, mark_of
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.procedure_versions import with_versions
from graphmem.services.scope import covers
from graphmem.services.surroundings import surroundings
from graphmem.services.usage import charge_to
from graphmem.store import procedures as store
from graphmem.store.cursors import require_count
from graphmem.store.database import Database

MOST_MATCHING = 20
REACH = 60
"""Depth of each retriever over workflow memories; those from conversations take up part of it."""

LONGEST_TASK = 4_000
"""Characters read of a task."""

SIMILAR_FROM = 0.5
"""Calibrated similarity from which a procedure fits a task without shared words."""

COVERED_FROM = 0.5
"""Share of a task's words in a procedure, or of a procedure's name in a task, from which it fits."""

BY_WORDS = 0.5
"""Weight of shared words; similarity has weight 1."""


@dataclass(frozen=True, slots=True)
class Procedures:
    """Reads procedures and episodes of owners, and the statistics of their memory."""

    database: Database
    embedder: Embedder

    async def page(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Procedure]:
        """A page of procedures by name. Raises InvalidInputError for bad paging arguments."""
        return await store.page(self.database, owner, first=first, after=after)

    async def named(
        self, owner: Owner, name: str, *, project: str | None = None, tools: Mapping[str, str] | None = None
    ) -> Procedure:
        """The procedure of a name in any spelling, with its versions; the `project`'s before a general one.
        It recommends a version for the project and the versions of `tools`, if enough uses are known. Raises
        NotFoundError, and InvalidInputError for a project without a name or an invalid version of a tool."""
        place = surroundings(project, tools)
        found = await store.procedure_named(self.database, owner, name, mark_of(project))
        if found is None:
            raise NotFoundError(
                f"No procedure {name[:80]!r}.", field="name", remedy="Take a name of `procedures`, or record it."
            )
        (former,), (uses,) = await self.former(owner, [found.memory.id]), await self.uses(owner, [found.memory.id])
        return with_versions(found, former, uses, place)

    async def of_memory(self, owner: Owner, id_: str) -> Procedure | None:
        """The procedure of a memory's id, with the record of its versions; None for any other memory."""
        found = await store.by_id(self.database, owner, [id_], None)
        if not found or not found[0].procedure.steps:
            return None
        (former,), (uses,) = await self.former(owner, [id_]), await self.uses(owner, [id_])
        return with_versions(found[0].procedure, former, uses)

    async def former(self, owner: Owner, ids: Sequence[str]) -> list[tuple[FormerSteps, ...]]:
        """Former steps of each procedure, oldest version first, in the order of the memories' `ids`."""
        found = await store.former_steps(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def uses(self, owner: Owner, ids: Sequence[str]) -> list[tuple[Use, ...]]:
        """The latest uses of each procedure with their outcome, in the order of the memories' `ids`."""
        found = await store.uses(self.database, owner, ids)
        return [found.get(id_, ()) for id_ in ids]

    async def episodes(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Episode]:
        """A page of episodes, latest first. Raises InvalidInputError for bad paging arguments."""
        return await store.episodes(self.database, owner, first=first, after=after)

    async def stats(self, owner: Owner) -> MemoryStats:
        """Count the owner's memories now: by category, by tier, and by data source."""
        return await store.stats(self.database, owner)

    async def matching(
        self,
        owner: Owner,
        task: str,
        *,
        path: str | None = None,
        project: str | None = None,
        tools: Mapping[str, str] | None = None,
        first: int = 3,
    ) -> list[MatchingProcedure]:
        """The procedures that fit a task: those that helped before first, then by fit times success rate.

        `path` keeps those whose scope covers that file or that have none, `project` those of that project or of none.
        Each recommends a version as in `named`. If the embedder fails, words alone decide. Raises InvalidInputError
        for `first` out of 1 to 20, and for text that cannot be stored.
        """
        require_count(first, MOST_MATCHING)
        if not is_storable(task):
            raise InvalidInputError(
                "The task holds a NUL or half of a surrogate pair.", field="task", remedy="Send whole characters."
            )
        asked, of_project = task[:LONGEST_TASK].strip(), mark_of(project)
        if not asked:
            return []
        language = detect(asked)
        words = await store.by_words(self.database, owner, query_terms(asked, language), language.value, REACH)
        vector = await self._vector(owner, asked)
        near = [] if vector is None else await store.by_meaning(self.database, owner, vector, REACH)
        found = await store.by_id(self.database, owner, list(dict.fromkeys([*words, *near])), vector)
        fitting = [
            MatchingProcedure(one.procedure, round(score * _proven(one.procedure), 4))
            for one in found
            if covers(one.procedure.memory.scope, path)
            and concerns(one.procedure.memory.project, of_project)
            and (score := self._fit(asked, one)) > 0
        ]
        fitting.sort(key=lambda one: (not _helped(one.procedure), -one.score, one.procedure.memory.id))
        best = fitting[:first]
        ids, place = [one.procedure.memory.id for one in best], surroundings(project, tools)
        former, uses = await self.former(owner, ids), await self.uses(owner, ids)
        told = zip(best, former, uses, strict=True)
        return [replace(one, procedure=with_versions(one.procedure, steps, had, place)) for one, steps, had in told]

    async def among(self, owner: Owner, ids: Sequence[str]) -> frozenset[str]:
        """The ids of these memories that are procedures."""
        found = await store.by_id(self.database, owner, ids, None)
        return frozenset(one.procedure.memory.id for one in found)

    async def _vector(self, owner: Owner, task: str) -> Vectors | None:
        try:
            with charge_to(owner):
                vector: Vectors = (await self.embedder.embed([task], Purpose.QUERY))[0]
        except EmbeddingError:
            return None
        return vector

    def _fit(self, task: str, near: store.ProcedureHit) -> float:
        """Fit of a procedure to a task, 0–1; 0 below both thresholds."""
        procedure = near.procedure
        language = detect(task)
        said = " ".join((procedure.name, *procedure.tags, *procedure.steps))
        shared = max(
            coverage(query_words(task, language), said),
            coverage(query_words(procedure.name, detect(procedure.name)), task),
        )
        similar = 0.0
        if near.cosine is not None:
            apart = 0.0 if procedure.memory.language == language.value else crossing(self.embedder.model)
            similar = calibrated(near.cosine + apart, self.embedder.model)
        if shared < COVERED_FROM and similar < SIMILAR_FROM:
            return 0.0
        return (similar + BY_WORDS * shared) / (1 + BY_WORDS)


def _helped(procedure: Procedure) -> bool:
    """Whether it succeeded before, and at least as often as it failed."""
    memory = procedure.memory
    return memory.success_count > 0 and memory.success_count >= memory.failure_count


def _proven(procedure: Procedure) -> float:
    """Factor of 0.5–1 by the success rate, estimated by Laplace's rule of succession."""
    memory = procedure.memory
    return 0.5 + 0.5 * (memory.success_count + 1) / (memory.success_count + memory.failure_count + 2)
