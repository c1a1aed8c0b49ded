"""Recall across spaces: each space is searched as an owner, then reciprocal ranks fuse the hits.
At equal ranks the caller's own memory stands first.

A recall strengthens, wakes and notes nothing in a space, since a reader may change nothing there. A copy whose source
changed is updated before it is shown. A space that is slow, fails or may not be read is left out, with a note.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence, Set
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from graphmem.cognition.fusion import fuse
from graphmem.cognition.profiles import SUB_TIER_FACTORS
from graphmem.errors import GraphMemError
from graphmem.model.memory import SubTier
from graphmem.model.palace import Owner
from graphmem.model.recall import Hit, MemoryHit
from graphmem.model.situation import Situation
from graphmem.model.space import Space
from graphmem.ports import Embedder
from graphmem.services.ops_log import OpsLog
from graphmem.services.retrieval.block import depth
from graphmem.services.retrieval.context import Context
from graphmem.services.retrieval.later_updates import LaterUpdates
from graphmem.services.retrieval.model_help import ModelHelp
from graphmem.services.retrieval.options import RecallOptions, check
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult
from graphmem.services.retrieval.recall import Recall
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.retrieval.search import Search
from graphmem.services.spaces import Spaces
from graphmem.store.database import Database
from graphmem.store.spaces import copy_of, is_withdrawn

T = TypeVar("T", Hit, MemoryHit)


class Copies(Protocol):
    """Keeps copies in spaces in step with their sources, and counts the readers of a space."""

    async def follow(self, space: Owner, drawers: Sequence[str], memories: Sequence[str]) -> bool:
        """Update found copies from their sources; return whether anything changed."""

    def note_read(self, space: Owner, member: Owner) -> None:
        """Count a member's recall that the space answered."""


PATIENCE_SECONDS = 5.0
"""Seconds to wait for spaces after the caller's own memory has answered."""

VICARIOUS = SUB_TIER_FACTORS[SubTier.VICARIOUS]
"""Factor on the confidence of hits from a space."""


class SpaceRecall(Recall):
    """Answers questions from the caller's own memory and from readable spaces.
    The recall `quiet` searches the spaces: it asks no model and writes nothing."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        quiet: Recall,
        learner: Learner | None = None,
        help_: ModelHelp | None = None,
        ops_log: OpsLog | None = None,
        copies: Copies | None = None,
        *,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        super().__init__(database, embedder, learner, help_, ops_log)
        self._copies = copies
        self._quiet = quiet
        self._spaces = Spaces(database)
        self._patience = patience

    async def _search(
        self, owner: Owner, query: str, options: RecallOptions, situation: Situation | None = None
    ) -> tuple[Search, QueryHits]:
        if not options.spaces:
            return await super()._search(owner, query, options, situation)
        check(query, options)
        spaces, missed = await self._spaces.readable(owner, options.spaces)
        asked = replace(options, spaces=(), session=None, session_in_context=False, touch=False, limit=depth(options))
        async with run_beside(self._found_in(space.owner, query, asked) for space in spaces) as tasks:
            search, found = await super()._search(owner, query, replace(options, spaces=()), situation)
            if search.understood.skip or not query.strip():
                return search, found
            answers = await _in_time(tasks, self._patience)
        search.notes += [f"Space {name[:80]!r} is left out: there is none that you may read." for name in missed]
        others = []
        for space, label, answer in zip(spaces, labels_of(spaces), answers, strict=True):
            if isinstance(answer, str):
                search.notes.append(f"Space {space.title!r} is left out: {answer}.")
            else:
                if self._copies is not None:
                    self._copies.note_read(space.owner, owner)
                others.append(label_hits(answer, label))
        return search, fuse_spaces(found, others, depth(options))

    async def _found_in(self, space: Owner, query: str, asked: RecallOptions) -> QueryHits:
        """Search a space, and search again if the found copies had to be updated."""
        found = await self._quiet.query_hits(space, query, asked)
        turns = [hit.drawer.id for hit in found.turns.hits]
        memories = [hit.memory.id for hit in found.memories]
        if self._copies is not None and (turns or memories) and await self._copies.follow(space, turns, memories):
            found = await self._quiet.query_hits(space, query, asked)
        return found

    def _note(
        self, owner: Owner, found: QueryHits, block: Context, options: RecallOptions, later: LaterUpdates
    ) -> str | None:
        memories = tuple(hit for hit in found.memories if hit.space is None)
        own = {hit.drawer.id for hit in found.turns.hits if hit.space is None}
        turns = tuple(id_ for id_ in block.turns if id_ in own)
        return super()._note(owner, replace(found, memories=memories), replace(block, turns=turns), options, later)


@asynccontextmanager
async def run_beside(work: Iterable[Coroutine[Any, Any, QueryHits]]) -> AsyncIterator[list[asyncio.Task[QueryHits]]]:
    """Run searches beside the body; leaving the body cancels the unfinished ones."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _in_time(tasks: Sequence[asyncio.Task[QueryHits]], patience: float) -> list[QueryHits | str]:
    """Each task's result within `patience` seconds, or in words why it is left out."""
    if tasks:
        await asyncio.wait(tasks, timeout=patience)
    return [_answer(task) for task in tasks]


def _answer(task: asyncio.Task[QueryHits]) -> QueryHits | str:
    if not task.done():
        return "it is too slow"
    error = task.exception()
    if error is None:
        return task.result()
    return f"it failed ({error.code})" if isinstance(error, GraphMemError) else "it failed"


def labels_of(spaces: Sequence[Space]) -> list[str]:
    """Labels of spaces in an answer: the title, with the start of the id if titles repeat."""
    titles = [space.title.casefold() for space in spaces]
    return [
        space.title if titles.count(space.title.casefold()) == 1 else f"{space.title} {space.id[:8]}"
        for space in spaces
    ]


def label_hits(found: QueryHits, label: str) -> QueryHits:
    """Mark a space's hits with its label, which also prefixes their pointers."""
    parts = tuple(_part(part, label) for part in found.parts)
    turns = replace(found.turns, hits=tuple(_turn(hit, label) for hit in found.turns.hits))
    return replace(found, parts=parts, turns=turns, memories=tuple(_memory(hit, label) for hit in found.memories))


def _part(part: SubQueryResult, label: str) -> SubQueryResult:
    turns = replace(part.turns, hits=tuple(_turn(hit, label) for hit in part.turns.hits))
    return replace(part, turns=turns, memories=tuple(_memory(hit, label) for hit in part.memories))


def _turn(hit: Hit, label: str) -> Hit:
    drawer = replace(hit.drawer, pointer=_pointer(hit.drawer.pointer, label))
    told = round(hit.confidence * VICARIOUS, 4)
    author = _author(hit.drawer.speaker, hit.drawer.source_id)
    return replace(hit, drawer=drawer, confidence=told, space=label, author=author)


def _memory(hit: MemoryHit, label: str) -> MemoryHit:
    return replace(
        hit,
        memory=replace(hit.memory, sub_tier=SubTier.VICARIOUS),
        confidence=round(hit.confidence * VICARIOUS, 4),
        sources=tuple(_pointer(one, label) for one in hit.sources),
        space=label,
        author=_author(hit.memory.speaker, *hit.source_ids),
    )


def _author(speaker: str, *sources: str | None) -> str:
    """The speaker, with a remark if the copy's source was withdrawn."""
    is_alone = bool(sources) and all(map(is_withdrawn, sources))
    return f"{speaker}, source withdrawn" if is_alone else speaker


def _pointer(pointer: str, label: str) -> str:
    return f"{label} {pointer}"


def fuse_spaces(own: QueryHits, others: Sequence[QueryHits], limit: int) -> QueryHits:
    """Fuse the caller's own result with those of spaces, without copies of own memories that were found.
    Hot tier and due plans are the caller's alone."""
    copied = {copy_of(hit.memory.id) for hit in own.memories}
    every = [own, *(_without(one, copied) for one in others)]
    hits = _fused([[(hit.drawer.id, hit) for hit in one.turns.hits] for one in every])
    memories = _fused([[(hit.memory.id, hit) for hit in one.memories] for one in every])
    candidates = sum(one.turns.candidates for one in every)
    return replace(
        own,
        parts=tuple(part for one in every for part in one.parts),
        turns=replace(own.turns, hits=tuple(hits[:limit]), candidates=candidates),
        memories=tuple(memories[:limit]),
    )


def _without(found: QueryHits, copied: Set[str]) -> QueryHits:
    turns = tuple(hit for hit in found.turns.hits if hit.drawer.source_id not in copied)
    memories = tuple(hit for hit in found.memories if not copied & {*hit.source_ids})
    return replace(found, turns=replace(found.turns, hits=turns), memories=memories)


def _fused(lists: Sequence[Sequence[tuple[str, T]]]) -> list[T]:
    by_id = {id_: hit for one in lists for id_, hit in one}
    shares = fuse({str(place): [id_ for id_, _ in one] for place, one in enumerate(lists)})
    best = max(shares.values(), default=1.0)
    # Sorting is stable, so at equal shares the caller's own memory, fused first, stays first.
    ranked = sorted(shares.items(), key=lambda one: -one[1])
    return [replace(by_id[id_], score=round(share / best, 4)) for id_, share in ranked]
