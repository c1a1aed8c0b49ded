"""Forgetting for good: a memory goes with those that say the same, and a tombstone bars its return.

Forgotten data are withheld, not destroyed, so that a person can lift the tombstone; deleting the turns destroys them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from graphmem.errors import InvalidInputError
from graphmem.language.forgetting import restates, sentences_of
from graphmem.language.privacy import covers
from graphmem.model.audit import Verb
from graphmem.model.language import Language
from graphmem.model.palace import Owner, Page
from graphmem.model.tombstone import Reason, Tombstone
from graphmem.model.trust import OUTSIDE
from graphmem.services.audit import audited
from graphmem.services.drawer_deletion import content_stems, tidy
from graphmem.services.ingestion.tombstones import TombstoneDraft, marks_of_memory, set_tombstones, unmasked_texts
from graphmem.services.ingestion.writer import BACKFILL
from graphmem.services.ops_log import OpsLog
from graphmem.store import filing, jobs, memory_views, tombstones
from graphmem.store.database import Database, Transaction
from graphmem.store.short_ids import tombstone_id
from graphmem.store.tombstones import MemoryToForget, SuspectMemory, SuspectTurn


@dataclass(frozen=True, slots=True)
class Lifted:
    """A lifted tombstone, and the numbers of memories and turns that came back."""

    tombstone: Tombstone
    memories: int
    turns: int


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The result of forgetting a memory: its tombstone, and the numbers of other memories and turns.

    The tombstone is None if the memory was forgotten before. The other memories say the same, are derived, or are
    former texts of edits; the turns say it.
    """

    tombstone: str | None = None
    memories: int = 0
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Tombstones:
    """An owner's tombstones, over one database."""

    database: Database
    ops_log: OpsLog = field(default_factory=lambda: OpsLog(None))

    async def page(
        self, owner: Owner, *, every: bool = False, first: int = 20, after: str | None = None
    ) -> Page[Tombstone]:
        """Tombstones, the last set first; `every` includes lifted ones. Raises InvalidInputError."""
        return await tombstones.page(self.database, owner, every=every, first=first, after=after)

    async def forget(self, owner: Owner, id_: str, *, by: str, by_tool: bool = False) -> Forgetting:
        """Forget a memory, by its whole id, and those that say the same. Raises NotFoundError.

        A tool bars only the turns, not their statements: a person may have said the same.
        """

        async def work(transaction: Transaction) -> tuple[Forgetting, Sequence[SuspectMemory]]:
            await filing.lock(transaction, owner)
            now = datetime.now(UTC)
            asked = next(iter(await tombstones.memories_to_forget(transaction, owner, [id_])), None)
            if asked is None or asked.withheld:
                await memory_views.forget(transaction, owner, [id_], now)  # raises for an unknown one
                return Forgetting(), ()
            return await _forget(transaction, owner, asked, by, now, by_tool=by_tool)

        told, gone = await self.database.write(work)
        said = [content_stems(one.text, Language(one.language)) for one in gone]
        if said:
            await asyncio.to_thread(self.ops_log.remove, owner, partial(_says_all, said))
        return told

    @audited(Verb.LIFT, lambda told: [told.tombstone.id])
    async def lift(self, owner: Owner, id_: str, *, by: str) -> Lifted:
        """Lift a tombstone and bring back what it withheld. A prefix of its id will do.

        A tombstone that a person's own words lifted still withholds its memories. Raises NotFoundError, and
        InvalidInputError for one that was lifted before and withholds nothing.
        """
        whole = await tombstone_id(self.database, owner, id_)

        async def work(transaction: Transaction) -> Lifted:
            await filing.lock(transaction, owner)
            now = datetime.now(UTC)
            stone = await tombstones.get(transaction, owner, whole)
            lifted = await tombstones.lift(transaction, owner, [whole], by, now)
            memories, turns = await tombstones.bring_back(transaction, owner, whole, now)
            if not (lifted or memories or turns):
                raise InvalidInputError(
                    f"Tombstone {whole} was lifted before, by {stone.lifted_by}.",
                    field="id",
                    remedy="What it barred may be remembered: say it again, or restore its memory.",
                )
            if memories or turns:
                await jobs.enqueue_in(transaction, owner, BACKFILL)
            return Lifted(await tombstones.get(transaction, owner, whole), memories, turns)

        return await self.database.write(work)


async def _forget(
    transaction: Transaction, owner: Owner, asked: MemoryToForget, by: str, now: datetime, *, by_tool: bool
) -> tuple[Forgetting, Sequence[SuspectMemory]]:
    vectors = [asked.embedding] if asked.embedding is not None else []
    near, said = await tombstones.suspects_around(transaction, owner, [asked.id], vectors, now)
    if asked.data_source in OUTSIDE:  # a person's statement is not forgotten because a tool says the same
        near, said = [one for one in near if one.data_source in OUTSIDE], []
    if hiding := [one.id for one in near if covers(one.text)]:  # their masked values are only in their turns
        near = [
            *(one for one in near if not covers(one.text)),
            *await tombstones.memories_to_forget(transaction, owner, hiding),
        ]
    same = await asyncio.to_thread(_same, asked, near)
    gone = [asked, *await tombstones.memories_to_forget(transaction, owner, same)]
    former, echoes = await _former(transaction, owner, [one.id for one in gone], now)
    every = [*gone, *former]
    derived = {id_ for one in every for id_ in one.derived} - {one.id for one in every}
    turns = {turn.id: turn for one in every for turn in one.turns}
    turns |= {turn.id: turn for turn in await asyncio.to_thread(_saying, gone, said)}
    turns |= {turn.id: turn for turn in await asyncio.to_thread(_saying, former, echoes)}
    barred, before, bars = ([], [], turns) if by_tool else (gone, former, ())
    grave = TombstoneDraft(barred, Reason.FORGOTTEN, now, memory=asked.id, turns=bars, before=before)
    (stone,) = await set_tombstones(transaction, owner, [grave], by)
    retracted = [*(one.id for one in every), *sorted(derived)]
    believed = await memory_views.forget(transaction, owner, retracted, now)
    await tombstones.withhold(transaction, owner, stone, retracted, turns, now, believed)
    await tidy(transaction, owner, [turn.pointer for turn in turns.values()])
    return Forgetting(stone, len(retracted) - 1, len(turns)), every


async def _former(
    transaction: Transaction, owner: Owner, ids: Sequence[str], now: datetime
) -> tuple[list[MemoryToForget], list[SuspectTurn]]:
    """Texts of memories before a person's edits, and the turns near them that may repeat those texts."""
    ids = await tombstones.former_texts(transaction, owner, ids, now)
    if not ids:
        return [], []
    _, echoes = await tombstones.suspects_around(transaction, owner, ids, [], now)
    return await tombstones.memories_to_forget(transaction, owner, ids), echoes


def _same(asked: SuspectMemory, near: Sequence[SuspectMemory]) -> list[str]:
    """Memories that say the same as this one, in other words or with more."""
    before = unmasked_texts(asked)
    known = marks_of_memory(asked)
    return [
        one.id
        for one in near
        if known & marks_of_memory(one) or any(restates(old, new) for old in before for new in unmasked_texts(one))
    ]


def _saying(gone: Sequence[SuspectMemory], said: Sequence[SuspectTurn]) -> list[SuspectTurn]:
    """Turns with a sentence that says the same as a forgotten memory."""
    docs = [doc for one in gone for doc in unmasked_texts(one)]
    return [
        turn
        for turn in said
        if any(
            restates(doc, sentence)
            for sentence in sentences_of(turn.text, turn.speaker, Language(turn.language))
            for doc in docs
        )
    ]


def _says_all(said: Collection[frozenset[str]], text: str) -> bool:
    """Whether a log line has all the words of one of these."""
    told = [content_stems(text, language) for language in Language]
    return any(gone and gone <= found for gone in said for found in told)
