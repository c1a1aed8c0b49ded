"""Re-formation of memories made by older rules: the words of their drawers replace the text.

A memory keeps its id, age and links; its former text stays as a version, for recalls as of then. If two memories have
the same quote now, the second is retracted, and so is one whose words no drawer has. Pinned and immutable memories, and
those by a model or a person, stay as they are. A second run changes nothing; an interrupted one can be repeated.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from graphmem.errors import EmbeddingError
from graphmem.language.doc import doc_of
from graphmem.language.observer.echo import content
from graphmem.language.quotes import bare
from graphmem.model.change import Change
from graphmem.model.ids import digest
from graphmem.model.language import Language
from graphmem.model.memory import ExtractedStatement, Memory, Quote, WriteSource
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.model.trust import ROLE
from graphmem.model.views import Source
from graphmem.ports import Embedder, Progress, Purpose, silent
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extractor
from graphmem.services.ingestion.writer import BACKFILL
from graphmem.services.privacy import mask_private, policy_of, shielding
from graphmem.services.usage import charge_to
from graphmem.store import entities, filing, jobs, memories, memory_views
from graphmem.store.database import Database, Transaction
from graphmem.store.memory_views import Filters

BATCH = 50
"""Memories per transaction."""
SAID_IN = 10
"""Most drawers read of a memory; one stated more often is also in the first of them."""
SAME = 0.6
"""Share of a memory's content words from which a quote counts as its source."""

_BY_RULES = frozenset({WriteSource.OBSERVER, WriteSource.MINING})


@dataclass(frozen=True, slots=True)
class Reforming:
    """Counts by change; and of each changed memory its id, former text and new text ("" if retracted)."""

    counts: Counter[Change]
    changes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class _Decided:
    memory: Memory
    statement: ExtractedStatement | None
    drawer: str


@dataclass(slots=True)
class Reformer:
    """Re-forms the memories of owners, one owner at a time."""

    database: Database
    embedder: Embedder
    _taken: set[Quote] = field(default_factory=set)

    async def reform(self, owner: Owner, *, dry_run: bool = False, progress: Progress = silent) -> Reforming:
        """Re-form all believed memories of an owner; a `dry_run` writes nothing."""
        self._taken.clear()
        counts: Counter[Change] = Counter()
        changes: list[tuple[str, str, str]] = []
        after: str | None = None
        with charge_to(owner), shielding(await policy_of(self.database, owner)):
            while True:
                page = await memory_views.memories(self.database, owner, Filters(), first=BATCH, after=after)
                believed = [one for one in page.items if one.retracted_at is None]
                of_rules = [one for one in believed if _is_of_rules(one)]
                sources = await memory_views.sources(self.database, owner, [one.id for one in of_rules], SAID_IN)
                of_rules = [one for one in of_rules if sources.get(one.id)]  # not if all turns are withheld
                decided = await asyncio.to_thread(self._decide, of_rules, sources)
                counts[Change.SPARED] += len(believed) - len(decided)
                changed = [one for one in decided if not _is_same(one)]
                counts[Change.KEPT] += len(decided) - len(changed)
                counts.update(Change.REFORMED if one.statement else Change.RETRACTED for one in changed)
                changes += [
                    (one.memory.id, one.memory.text, one.statement.text if one.statement else "") for one in changed
                ]
                if changed and not dry_run:
                    await self._write(owner, changed)
                progress(f"re-forming memories of {owner.name}", counts.total(), None)
                if not page.has_next:
                    return Reforming(counts, tuple(changes))
                after = page.cursors[-1]

    def _decide(self, read: Sequence[Memory], sources: Mapping[str, Sequence[Source]]) -> list[_Decided]:
        """Decide the new text of each memory; a quote goes to one memory only."""
        return [self._decided(memory, sources.get(memory.id, ())) for memory in read]

    def _decided(self, memory: Memory, sources: Sequence[Source]) -> _Decided:
        best = max(_candidates(memory, sources), key=lambda one: (one[0], -len(one[1].words)), default=None)
        if best is None or best[0] < SAME or best[1].quote in self._taken:
            return _Decided(memory, None, "")
        quote = best[1].quote
        if quote is not None:
            self._taken.add(quote)
        return _Decided(memory, best[1], quote.drawer if quote else "")

    async def _write(self, owner: Owner, changed: Sequence[_Decided]) -> None:
        reformed = [(one.memory, one.statement) for one in changed if one.statement is not None]
        try:
            vectors = await self.embedder.embed([statement.text for _, statement in reformed], Purpose.PASSAGE)
            embedded: list[list[float] | None] = [vector.tolist() for vector in vectors]
        except EmbeddingError:
            embedded = [None] * len(reformed)
        now = datetime.now(UTC)
        rows = [
            memories.Reformed(
                memory.id, digest(memory.id, "version", statement.text), statement.text, vector, statement.quote, now
            )
            for (memory, statement), vector in zip(reformed, embedded, strict=True)
        ]
        gone = [
            memories.Closed(one.memory.id, digest(one.memory.id, "gone"), now, retracted_at=now)
            for one in changed
            if one.statement is None
        ]

        read = {one.memory.id: (one.memory.text, one.drawer) for one in changed}

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            # Skip memories that somebody changed, pinned or deleted since they were read.
            same = await memories.unchanged_ids(transaction, owner, read, now)
            await memories.reform(transaction, owner, [row for row in rows if row.id in same])
            closing = [row for row in gone if row.id in same]
            await memories.close(transaction, owner, closing)
            await entities.end(transaction, owner, [row.id for row in closing], now)
            if None in embedded:
                await jobs.enqueue_in(transaction, owner, BACKFILL)

        await self.database.write(work)


def _is_of_rules(memory: Memory) -> bool:
    return memory.write_source in _BY_RULES and not (memory.pinned or memory.immutable)


def _is_same(one: _Decided) -> bool:
    return one.statement is not None and (one.statement.text, one.statement.quote) == (
        one.memory.text,
        one.memory.quote,
    )


def _candidates(memory: Memory, sources: Sequence[Source]) -> Iterator[tuple[float, ExtractedStatement]]:
    """Yield statements of a memory's drawers with the share of its words in each; 2.0 for its own quote."""
    language = Language(memory.language)
    mine = content(doc_of(bare(memory.text), language))
    for source in sources:
        for statement in Extractor().extract(_message(source, memory, language), deliberate=True).statements:
            if statement.quote == memory.quote:
                yield 2.0, statement
            elif mine:
                yield len(mine & content(doc_of(statement.words, language))) / len(mine), statement


def _message(source: Source, memory: Memory, language: Language) -> Message:
    return Message(
        id=source.id,
        text=mask_private(source.text),
        speaker=source.speaker,
        role=ROLE.get(memory.data_source, Role.OTHER),
        said_at=source.said_at or memory.valid_from,
        language=language,
    )
