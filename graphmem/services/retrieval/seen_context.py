"""Leaves out what an agent already sees: blocks shown in its session, and the session's own turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from cachetools import TTLCache

from graphmem.model.ids import digest
from graphmem.model.memory import Memory
from graphmem.model.palace import Drawer, Owner
from graphmem.model.recall import MemoryHit
from graphmem.services.retrieval.context import LeftOut
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.services.retrieval.verbatim_turns import Quote
from graphmem.store import blocks, sessions
from graphmem.store.blocks import Block
from graphmem.store.database import Database
from graphmem.store.recall import Hits
from graphmem.store.rows import row_of

SHOWN_HOURS = 12
"""Hours after which a memory is shown again: no prompt lasts as long."""

SESSIONS = 2_000
MARK_DIGITS = 8

SHOWN_BEFORE = "shown before"

NO_CONTEXT: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset()


async def in_context(database: Database, owner: Owner, options: RecallOptions) -> tuple[frozenset[str], frozenset[str]]:
    """Ids of the session's turns and memories if `session_in_context`; else none."""
    if not options.session_in_context or options.session is None:
        return NO_CONTEXT
    return await sessions.in_context(database, owner, options.session)


def hits_without(hits: Hits, ids: frozenset[str]) -> Hits:
    """A retriever's hits without these ids."""
    kept = [place for place, id_ in enumerate(hits.ids) if id_ not in ids]
    if len(kept) == len(hits.ids):
        return hits
    # Not by `astuple`, which copies number by number.
    return Hits(*([column[place] for place in kept] for column in row_of(hits).values()))


@dataclass(frozen=True, slots=True)
class ShownContext:
    """The memories and turns that a session was shown: marks of memories by id, and ids of turns."""

    marks: Mapping[str, str]
    turns: frozenset[str]

    def has(self, memory: Memory) -> bool:
        """Whether the session was shown this memory in its present form."""
        return self.marks.get(memory.id) == mark(memory)


NOTHING_SHOWN = ShownContext({}, frozenset())


class ShownBefore:
    """Knows which blocks sessions were shown, by this process and by others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # A block is written after its answer, and the session's next recall may come before that.
        self._latest: TTLCache[tuple[str, str], tuple[Block, ...]] = TTLCache(SESSIONS, SHOWN_HOURS * 3600.0)

    async def to(self, owner: Owner, session: str | None) -> ShownContext:
        """The memories and turns shown to the session in the last SHOWN_HOURS of its present context.

        Empty without a session.
        """
        if session is None:
            return NOTHING_SHOWN
        lately = datetime.now(UTC) - timedelta(hours=SHOWN_HOURS)
        since, marks, turns = await blocks.shown_since(self._database, owner, session, lately)
        latest = [block for block in self._latest.get((owner.key, session), ()) if block.made_at > since]
        for block in latest:
            marks |= dict(zip(block.memories, block.marks, strict=True))
        return ShownContext(marks, turns.union(*(block.turns for block in latest)))

    def note(self, owner: Owner, block: Block) -> None:
        """Cache the contents of a block, if it has a session."""
        if block.session:
            key = owner.key, block.session
            self._latest[key] = (*self._latest.get(key, ()), block)[-blocks.SHOWN_BLOCKS :]

    def forget(self, owner: Owner) -> None:
        """Drop everything cached of the owner."""
        for key in [key for key in self._latest if key[0] == owner.key]:
            self._latest.pop(key, None)


def mark(memory: Memory) -> str:
    """A digest that changes when the memory's text or end of validity changes."""
    return digest(memory.text, str(memory.valid_until))[:MARK_DIGITS]


def split_off_shown(found: QueryHits, shown: ShownContext) -> tuple[QueryHits, tuple[LeftOut, ...]]:
    """Split off hits that were shown before: themselves, by their turn, or a turn by its memories."""
    told = [hit for hit in found.memories if shown.has(hit.memory)]
    turns = {hit.drawer.pointer for hit in found.turns.hits if hit.drawer.id in shown.turns}
    hits = tuple(hit for hit in found.turns.hits if hit.drawer.pointer not in turns and not _is_said(hit.drawer, told))
    memories = tuple(
        hit
        for hit in found.memories
        if not shown.has(hit.memory) and not (hit.sources and turns.issuperset(hit.sources))
    )
    hot = tuple(memory for memory in found.hot if not shown.has(memory))
    kept = {hit.drawer.id for hit in hits} | {hit.memory.id for hit in memories}
    ids = [hit.drawer.id for hit in found.turns.hits] + [hit.memory.id for hit in found.memories]
    left = tuple(LeftOut(id_, SHOWN_BEFORE) for id_ in ids if id_ not in kept)
    return replace(found, turns=replace(found.turns, hits=hits), memories=memories, hot=hot), left


def _is_said(turn: Drawer, told: Sequence[MemoryHit]) -> bool:
    """Whether the memories made of a turn that the session was shown cover its words."""
    texts = [hit.memory.text for hit in told if turn.pointer in hit.sources]
    return Quote(turn, turn.text).is_said_by(texts)
