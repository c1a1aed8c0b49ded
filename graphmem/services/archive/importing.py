"""The import of an archive: checked as a whole first, then written in batches.

A damaged archive, one of an unknown version, or one that no release writes leaves nothing behind. An import holds a job
under a lease. If it breaks off, the next process that opens the store, or a running server, undoes it. Existing data
stay unchanged. Memories forgotten here are left out, and turns that say them are withheld.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import IO, TypeVar

from graphmem.errors import GraphMemError, InvalidInputError
from graphmem.language.doc import doc_of
from graphmem.language.forgetting import TURN, Mark, marks, marks_of_turn, turn_mark
from graphmem.model.archive import ImportReport, Manifest, Part
from graphmem.model.job import Claimed, JobKind, JobRequest
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.archive.checking import CheckedArchive, check, read
from graphmem.services.archive.identities import Identities, ids_of
from graphmem.services.archive.packing import Unpacker, batches
from graphmem.services.archive.undo import locked, until_none
from graphmem.services.archive.words import ENDING, from_outside, gives_orders
from graphmem.services.ingestion.tombstones import barred_of
from graphmem.services.jobs import LEASE_SECONDS, lease_kept, worker_name
from graphmem.store import archives, filing, jobs, quotas, tombstones
from graphmem.store.archive_schema import CLASSES, EDGES
from graphmem.store.archives import Edge, Node
from graphmem.store.database import Database, Transaction

BATCH = 250
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trust:
    """The trust in an archive.

    `ids`: its ids are kept. `words`: its statements are those of the people it names; else they are outside words, and
    those that give orders to an assistant are left out. `settings`: the owner's settings are imported.
    """

    ids: bool = True
    words: bool = False
    settings: bool = False


WHOLE = Trust(ids=True, words=True, settings=True)
"""Trust in a store's own export, such as when an owner moves between servers."""


async def import_archive(
    database: Database,
    owner: Owner,
    file: IO[bytes],
    *,
    trust: Trust,
    progress: Progress = silent,
) -> ImportReport:
    """Import a seekable archive file into the owner's memory; a job embeds what has no vector.

    Without trust in its ids, those that are not the owner's already are made anew. Raises ArchiveError before anything
    is written, InvalidInputError while another import into the memory has not ended.
    """
    unpacker = await asyncio.to_thread(Unpacker, file)
    facts = await tombstones.known_key(database, owner) is not None
    checked = await asyncio.to_thread(check, unpacker, facts=facts)
    source = Owner.named(unpacker.manifest.owner)
    identities = Identities(source, owner, trusted=trust.ids)
    importing = _Importing(database, owner, unpacker, identities, trust, progress, checked)
    await importing.require_own()
    if trust != WHOLE:
        turns = unpacker.manifest.counts.get("nodes/Drawer", 0)
        (await quotas.holding(database, owner)).require_room(database.quota, turns, 0)
    keep = partial(archives.keep_written, owner=owner, job=jobs.id_of(owner, JobKind.IMPORT, ""))
    await until_none(database, owner, keep)  # left by an import that was killed at its end
    importing.job = await _hold(database, owner, unpacker.manifest)
    async with lease_kept(database, importing.job):
        report = await importing.run()
    await until_none(database, owner, keep)
    return report


@dataclass(slots=True)
class _Importing:
    database: Database
    owner: Owner
    unpacker: Unpacker
    identities: Identities
    trust: Trust
    progress: Progress
    checked: CheckedArchive
    added: Counter[str] = field(default_factory=Counter)
    known: int = 0
    barred: dict[str, str] = field(default_factory=dict)
    """Memories left out, with the tombstones that bar them."""
    refused: set[str] = field(default_factory=set)
    """Memories and entities left out because they give orders."""
    here: set[str] = field(default_factory=set)
    """Memories of an untrusted archive that existed before: nothing in it may end them."""
    left_out: set[str] = field(default_factory=set)
    """Archive ids of memories that are left out."""
    origin: dict[str, str] = field(default_factory=dict)
    """Archive ids of memories by their new ids."""
    outside: int = 0
    finishing: bool = False
    """Whether all nodes have been read once."""
    key: str | None = None
    job: Claimed | None = None
    done: int = 0
    total: int | None = None

    async def run(self) -> ImportReport:
        manifest, told = self.unpacker.manifest, self.checked.owner
        settings = self.trust.settings and told.get("settings") is not None
        if not settings:
            told = {name: value for name, value in told.items() if not name.startswith("settings")}
        parts = self._parts()
        self.key = await tombstones.known_key(self.database, self.owner)
        told["tombstone_key"] = self.identities.tombstone_key(told.get("tombstone_key"))
        await self._write(lambda work: archives.open_owner(work, self.owner, told))
        self.total = sum(part.count for part in parts)
        for part in parts:
            async for count in self._put(part):
                self.done += count
                self.progress("importing", self.done, self.total)
        drawers, memories = await self._finish()
        return ImportReport(
            owner=self.owner.name,
            source=manifest.owner,
            added=dict(self.added),
            known=self.known,
            barred=len(self.barred),
            refused=len(self.refused),
            outside=self.outside,
            settings=settings,
            keys=manifest.keys,
            drawers=drawers,
            memories=memories,
        )

    async def require_own(self) -> None:
        """Raise InvalidInputError for an id of another owner. Ids made anew cannot be."""
        for part in self._parts() if self.identities.as_they_are else ():
            folder, _, label = part.name.partition("/")
            if folder == "nodes" and label in CLASSES:
                async for batch in self._batches(part):
                    nodes = [one for one in batch if isinstance(one, Node)]
                    await archives.new_nodes(self.database, self.owner, label, nodes)

    async def _put(self, part: Part) -> AsyncIterator[int]:
        """Write a part in batches; yields the size of each."""
        folder, _, kind = part.name.partition("/")
        if folder == "nodes" and kind in CLASSES:
            async for nodes in self._nodes(part):
                await self._put_nodes(kind, nodes)
                yield len(nodes)
        elif folder == "edges":
            async for edges in self._edges(part):
                await self._put_edges(kind, edges)
                yield len(edges)

    def _parts(self) -> list[Part]:
        """The parts with content: nodes before edges, tombstones last."""
        parts = {part.name: part for part in self.unpacker.manifest.parts if part.count}
        stones = {"nodes/Tombstone", "nodes/TombstoneKey", "edges/BARS Tombstone TombstoneKey"}
        names = [*(f"nodes/{label}" for label in CLASSES), *(f"edges/{kind}" for kind in EDGES)]
        names.sort(key=lambda name: name in stones)
        return [parts[name] for name in names if name in parts]

    async def _nodes(self, part: Part) -> AsyncIterator[list[Node]]:
        """Nodes of a part in batches, with their new ids."""
        label = part.name.partition("/")[2]
        async for batch in self._batches(part):
            yield await asyncio.to_thread(self._admitted, label, batch)

    def _admitted(self, label: str, batch: Sequence[Node | Edge]) -> list[Node]:
        """A batch's nodes with new ids, without those that give orders and reviews of left-out memories."""
        found = []
        for one in batch:
            assert isinstance(one, Node)
            node = self.identities.node(label, one)
            if facts := self.checked.stated.pop(one.key, None):
                self.checked.stated[node.key] = facts
            if label == "Schedule":
                node.properties["owner_name"] = self.owner.name
            if label == "Memory":
                self.origin[node.key] = one.key
            if label == "Review" and self.left_out.intersection(self.checked.reviews[one.key]):
                continue
            if not self.trust.words:
                if self._refuses(label, node):
                    self.left_out.add(one.key)
                    continue
                node = from_outside(label, node)
            found.append(node)
        return found

    def _refuses(self, label: str, node: Node) -> bool:
        """Whether a node gives orders; checked once, in the first pass."""
        if not self.finishing and gives_orders(label, node):
            self.refused.add(node.key)
        return node.key in self.refused

    async def _edges(self, part: Part) -> AsyncIterator[list[Edge]]:
        """Edges of a part in batches, between new ids."""
        kind = EDGES[part.name.partition("/")[2]]
        async for batch in self._batches(part):
            yield [
                self.identities.edge(kind.relation, kind.start, kind.end, one) for one in batch if isinstance(one, Edge)
            ]

    async def _batches(self, part: Part) -> AsyncIterator[list[Node | Edge]]:
        lines = batches(read(self.unpacker, part), BATCH)
        while batch := await asyncio.to_thread(next, lines, None):
            if self.identities.asks:
                self.identities.own(await archives.owned_ids(self.database, self.owner, ids_of(batch)))
            yield batch

    async def _put_nodes(self, label: str, batch: Sequence[Node]) -> None:
        async def work(transaction: Transaction) -> tuple[int, int]:
            new = await archives.new_nodes(transaction, self.owner, label, batch)
            if label == "Memory" and not self.trust.words:
                self.here.update({node.key for node in batch} - {node.key for node in new})
            allowed, hidden = await self._allowed(transaction, label, new)
            if allowed:
                await archives.put_nodes(transaction, self.owner, label, allowed, self.job.id if self.job else None)
                await archives.withhold_turns(transaction, self.owner, hidden, datetime.now(UTC))
            return len(new), len(allowed)

        new, added = await self._write(work)
        self.added[label] += added
        if label == "Memory" and not self.trust.words:
            self.outside += added
        self.known += len(batch) - new

    async def _put_edges(self, kind: str, batch: Sequence[Edge]) -> None:
        if not self.trust.words and kind in ENDING:
            batch = [edge for edge in batch if not self.here.intersection((edge.start, edge.end))]
        hidden: list[tuple[str, str]] = []
        if kind == "DERIVED_FROM Memory Drawer":
            hidden = [(edge.end, self.barred[edge.start]) for edge in batch if edge.start in self.barred]

        async def work(transaction: Transaction) -> None:
            await archives.put_edges(transaction, self.owner, kind, batch)
            await archives.withhold_turns(transaction, self.owner, hidden, datetime.now(UTC))

        await self._write(work)

    async def _allowed(
        self, transaction: Transaction, label: str, new: Sequence[Node]
    ) -> tuple[list[Node], list[tuple[str, str]]]:
        """Nodes that were not forgotten here, and turns that say forgotten texts, with their tombstones."""
        if self.key is None or label not in {"Memory", "Drawer"}:
            return list(new), []
        read = await asyncio.to_thread(lambda: {node.key: self._marks(label, node) for node in new})
        every = {mark for found in read.values() for mark in found}
        bars = await barred_of(transaction, self.owner, self.key, every)
        allowed, hidden = [], []
        for node in new:
            met = {mark: bars[mark].ids for mark in read[node.key] if mark in bars}
            stone = min((id_ for ids in met.values() for id_ in ids), default="")
            if not met:
                allowed.append(node)
            elif label == "Memory":
                self.barred[node.key] = stone
                self.left_out.add(self.origin[node.key])
            elif all(mark.attribute != TURN for mark in met):
                allowed.append(node)
                hidden.append((node.key, stone))
        return allowed, hidden

    def _marks(self, label: str, node: Node) -> frozenset[Mark]:
        told = node.properties
        language = Language(told["language"])
        if label == "Drawer":
            return marks_of_turn(told["text"], told.get("speaker") or "", language) | {turn_mark(node.key)}
        doc = doc_of(told["text"], language)
        # A memory that is forgotten in the archive is imported as forgotten.
        return frozenset() if told.get("tombstone") else marks(doc, self.checked.stated.get(node.key, ()))

    async def _finish(self) -> tuple[int, int]:
        self.finishing = True
        for part in self.unpacker.manifest.parts:
            label = part.name.partition("/")[2]
            if label == "Memory":
                async for nodes in self._nodes(part):
                    await self._end_facts([node.key for node in nodes])
            if label in archives.RECOUNTED or (label == "Review" and self.key is not None):
                async for nodes in self._nodes(part):
                    await self._recount(label, [node.key for node in nodes])

        async def work(transaction: Transaction) -> tuple[int, int]:
            counted = await archives.recount_owner(transaction, self.owner)
            await jobs.enqueue_in(transaction, self.owner, JobRequest(JobKind.BACKFILL))
            if self.job is not None:
                await jobs.complete(transaction, self.job, done=self.done, total=self.total)
            return counted

        return await self._write(work)

    async def _end_facts(self, keys: list[str]) -> None:
        await self._write(lambda transaction: archives.end_facts(transaction, self.owner, keys, datetime.now(UTC)))

    async def _recount(self, label: str, keys: list[str]) -> None:
        async def work(transaction: Transaction) -> None:
            if label == "Review":
                await archives.drop_reviews(transaction, self.owner, keys)
                return
            await archives.recount(transaction, self.owner, label, keys)
            if label == "Entity" and (self.barred or self.refused):
                await archives.drop_unnamed(transaction, self.owner, keys)

        await self._write(work)

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run the work under the owner's lock."""

        async def locked(transaction: Transaction) -> T:
            await filing.lock(transaction, self.owner)
            if self.job is not None:
                await self._still_held(transaction, self.job)
            return await work(transaction)

        return await self.database.write(locked)

    async def _still_held(self, transaction: Transaction, job: Claimed) -> None:
        """Raise GraphMemError if another process took this one for dead and is removing its writes."""
        if not await jobs.renew(transaction, job, lease_seconds=LEASE_SECONDS, done=self.done, total=self.total):
            raise GraphMemError(
                f"The import into {self.owner.name} stood still for a minute and was taken back.",
                remedy="Import the archive again.",
            )


async def _hold(database: Database, owner: Owner, manifest: Manifest) -> Claimed:
    """The job of a new import. Raises InvalidInputError while another import has not ended."""
    held = await locked(
        database,
        owner,
        partial(
            jobs.hold, owner=owner, kind=JobKind.IMPORT, payload={"source": manifest.owner}, name="",
            worker=worker_name(), lease_seconds=LEASE_SECONDS,
        ),
    )  # fmt: skip
    if held is None:
        raise InvalidInputError(
            f"An import into {owner.name} has not ended, or was cut off less than a minute ago.",
            field="archive",
            remedy="See `graphmem jobs`, and import it again after that.",
        )
    return held
