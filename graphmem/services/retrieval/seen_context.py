"""What an agent has before it already: what its session was shown, and what was said in it where it sees the whole."""

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
from graphmem.services.retrieval.found import Found
from graphmem.services.retrieval.options import Options
from graphmem.services.retrieval.verbatim_turns import Quote
from graphmem.store import blocks, sessions
from graphmem.store.blocks import Block
from graphmem.store.database import Database
from graphmem.store.recall import Hits
from graphmem.store.rows import row_of

SHOWN_HOURS = 12
"""What was shown longer ago is shown again: no prompt is as old."""

SESSIONS = 2_000
MARK_DIGITS = 8

SHOWN_BEFORE = "shown before"

NO_CONTEXT: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset()


async def in_context(database: Database, owner: Owner, options: Options) -> tuple[frozenset[str], frozenset[str]]:
    """Ids of the turns and memories of a session that its agent sees as a whole; none of any other."""
    if not options.session_in_context or options.session is None:
        return NO_CONTEXT
    return await sessions.in_context(database, owner, options.session)


def without(hits: Hits, ids: frozenset[str]) -> Hits:
    """What a retriever found besides these."""
    kept = [place for place, id_ in enumerate(hits.ids) if id_ not in ids]
    if len(kept) == len(hits.ids):
        return hits
    # Not by `astuple`, which copies number by number.
    return Hits(*([column[place] for place in kept] for column in row_of(hits).values()))


@dataclass(frozen=True, slots=True)
class Shown:
    """What a session was shown: marks of memories by id, and turns."""

    marks: Mapping[str, str]
    turns: frozenset[str]

    def has(self, memory: Memory) -> bool:
        """Whether it was shown this memory as it is."""
        return self.marks.get(memory.id) == mark(memory)


NOTHING_SHOWN = Shown({}, frozenset())


class ShownBefore:
    """What sessions were shown, in this process and in others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # A block is written after its answer; whoever asks again at once must not miss it.
        self._latest: TTLCache[tuple[str, str], tuple[Block, ...]] = TTLCache(SESSIONS, SHOWN_HOURS * 3600.0)

    async def to(self, owner: Owner, session: str | None) -> Shown:
        """What the owner's session was shown lately, since its context began; nothing without a session."""
        if session is None:
            return NOTHING_SHOWN
        lately = datetime.now(UTC) - timedelta(hours=SHOWN_HOURS)
        since, marks, turns = await blocks.shown(self._database, owner, session, lately)
        latest = [block for block in self._latest.get((owner.key, session), ()) if block.made_at > since]
        for block in latest:
            marks |= dict(zip(block.memories, block.marks, strict=True))
        return Shown(marks, turns.union(*(block.turns for block in latest)))

    def note(self, owner: Owner, block: Block) -> None:
        """Keep what a block of a session showed."""
        if block.session:
            key = owner.key, block.session
            self._latest[key] = (*self._latest.get(key, ()), block)[-blocks.SHOWN_BLOCKS :]

    def forget(self, owner: Owner) -> None:
        """Keep nothing of the owner."""
        for key in [key for key in self._latest if key[0] == owner.key]:
            self._latest.pop(key, None)


def mark(memory: Memory) -> str:
    """Changes when what a block would say of the memory does."""
    return digest(memory.text, str(memory.valid_until))[:MARK_DIGITS]


def unshown(found: Found, shown: Shown) -> tuple[Found, tuple[LeftOut, ...]]:
    """What was found and not shown before, and what was: itself, by its turn, or as a turn by its memories."""
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
    """Whether memories that were made of a turn say what it says."""
    texts = [hit.memory.text for hit in told if turn.pointer in hit.sources]
    return Quote(turn, turn.text).is_said_by(texts)
