"""Puts an archive into a store: checked as a whole first, then written in batches.

A damaged archive, one of an unknown version, or one that says what no release writes leaves nothing behind. What breaks
off later, since the database is gone for example, leaves whole batches: importing it again adds the rest.
What is there already stays as it is; memories that somebody had forgotten here are left out, and nobody finds the turns
that say them.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import IO, Any, TypeVar

from graphmem.errors import ArchiveError
from graphmem.language.doc import doc_of
from graphmem.language.forgetting import TURN, Mark, Stated, marks, marks_of_turn, turn_mark
from graphmem.model.archive import ImportReport, Manifest, Part
from graphmem.model.job import JobKind, Wanted
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.archive.identities import Identities, ids_of
from graphmem.services.archive.packing import Unpacker, batches
from graphmem.services.ingestion.tombstones import barred_of
from graphmem.store import archives, filing, jobs, tombstones
from graphmem.store.archive_schema import (
    CLASSES,
    EDGES,
    FURTHER,
    KEYS,
    edge_readers,
    node_readers,
    read_properties,
    required,
)
from graphmem.store.archives import Edge, Node
from graphmem.store.database import Database, Transaction

BATCH = 250
T = TypeVar("T")

_KEY = re.compile(r"(?:[0-9a-f]{64}(?:/u[0-9a-f]{32}){0,8}(?: |$)){0,8}")
"""What a key of tombstones may be: few enough that nobody's writes become slow by it."""


async def import_archive(
    database: Database, owner: Owner, file: IO[bytes], *, trusted: bool = True, progress: Progress = silent
) -> ImportReport:
    """Put the archive in a binary file, which can be gone back in, into the owner's memory; what has no vector is
    embedded by a job.

    Not `trusted` is one that came from whoever has a key: ids of it that are not the owner's already are made anew.
    Raises ArchiveError before anything is written.
    """
    unpacker = await asyncio.to_thread(Unpacker, file)
    facts = await tombstones.known_key(database, owner) is not None
    checked = await asyncio.to_thread(check, unpacker, facts=facts)
    source = Owner.named(unpacker.manifest.owner)
    importing = _Importing(
        database, owner, unpacker, Identities(source, owner, trusted=trusted), progress, stated=checked.stated
    )
    return await importing.run(checked.owner)


@dataclass(slots=True)
class Checked:
    """What reading an archive once gave: the owner's own node, and, where wanted, the facts by memory."""

    owner: dict[str, Any] = field(default_factory=dict)
    stated: dict[str, list[Stated]] = field(default_factory=dict)


def check(unpacker: Unpacker, *, facts: bool = False) -> Checked:
    """Read all of an archive: every byte is as it was written, and every line could be. Raises ArchiveError."""
    checked = Checked()
    named = {"nodes/Owner", *(f"nodes/{label}" for label in CLASSES), *(f"edges/{kind}" for kind in EDGES)}
    for part in unpacker.manifest.parts:
        if part.name not in named:
            raise ArchiveError(f"it has an unknown part {part.name[:80]!r}")
        _, _, kind = part.name.partition("/")
        for one in _read(unpacker, part):
            if kind == "Owner" and isinstance(one, Node):
                checked.owner = one.properties
            elif facts and isinstance(one, Edge) and kind == "FACT Entity Entity" and one.properties.get("memory_id"):
                checked.stated.setdefault(one.properties["memory_id"], []).append(_stated(one))
    if not _KEY.fullmatch(str(checked.owner.get("tombstone_key") or "")):
        raise ArchiveError("its key of tombstones is none")
    return checked


def _stated(fact: Edge) -> Stated:
    told = fact.properties
    single = told.get("slot") == f"{told.get('subject')} {told.get('predicate')}"
    return Stated(fact.start, told.get("predicate", ""), fact.end, single)


def _read(unpacker: Unpacker, part: Part) -> Iterator[Node | Edge]:
    """The nodes or edges of a part. Raises ArchiveError for a line that no release writes."""
    folder, _, kind = part.name.partition("/")
    reader = _node if folder == "nodes" else _edge
    for number, line in enumerate(unpacker.lines(part), 1):
        try:
            yield reader(kind, line)
        except ValueError as error:
            raise ArchiveError(f"line {number} of {part.name}: {error}") from error


def _node(label: str, line: dict[str, Any]) -> Node:
    key, labels = line.get("key"), line.get("labels")
    if not isinstance(key, str) or not isinstance(labels, list) or not FURTHER.issuperset(map(str, labels)):
        raise ValueError("its key or its labels are none")
    properties = read_properties(node_readers(label), line.get("properties"))
    if label != "Owner":
        name = KEYS.get(label, "id")
        if missing := sorted(required(label) - properties.keys()):
            raise ValueError(f"it has no {missing[0]}")
        if properties[name] != key:
            raise ValueError(f"its {name} is not what it is known by")
    return Node(key, properties, tuple(labels))


def _edge(kind: str, line: dict[str, Any]) -> Edge:
    start, end = line.get("start"), line.get("end")
    if not isinstance(start, str) or not isinstance(end, str):
        raise ValueError("its ends are none")
    return Edge(start, end, read_properties(edge_readers(kind), line.get("properties")))


@dataclass(slots=True)
class _Importing:
    database: Database
    owner: Owner
    unpacker: Unpacker
    identities: Identities
    progress: Progress
    stated: dict[str, list[Stated]]
    added: Counter[str] = field(default_factory=Counter)
    known: int = 0
    barred: dict[str, str] = field(default_factory=dict)
    """Memories that are left out, by the tombstone that bars them."""
    key: str | None = None

    async def run(self, told: dict[str, Any]) -> ImportReport:
        manifest = self.unpacker.manifest
        self.key = await tombstones.known_key(self.database, self.owner)
        told["tombstone_key"] = self.identities.tombstone_key(told.get("tombstone_key"))
        await self._write(lambda work: archives.open_owner(work, self.owner, told))
        parts = [part for part in self._ordered(manifest) if part.count]
        total = sum(part.count for part in parts)
        done = 0
        for part in parts:
            async for count in self._put(part):
                done += count
                self.progress("importing", done, total)
        drawers, memories = await self._finish()
        return ImportReport(
            owner=self.owner.name,
            source=manifest.owner,
            added=dict(self.added),
            known=self.known,
            barred=len(self.barred),
            keys=manifest.keys,
            drawers=drawers,
            memories=memories,
        )

    async def _put(self, part: Part) -> AsyncIterator[int]:
        """Write a part in batches; how much each was."""
        folder, _, kind = part.name.partition("/")
        if folder == "nodes" and kind in CLASSES:
            async for nodes in self._nodes(part):
                await self._put_nodes(kind, nodes)
                yield len(nodes)
        elif folder == "edges":
            async for edges in self._edges(part):
                await self._put_edges(kind, edges)
                yield len(edges)

    def _ordered(self, manifest: Manifest) -> list[Part]:
        """Nodes before edges, tombstones last."""
        parts = {part.name: part for part in manifest.parts}
        stones = {"nodes/Tombstone", "nodes/TombstoneKey", "edges/BARS Tombstone TombstoneKey"}
        names = [*(f"nodes/{label}" for label in CLASSES), *(f"edges/{kind}" for kind in EDGES)]
        names.sort(key=lambda name: name in stones)
        return [parts[name] for name in names if name in parts]

    async def _nodes(self, part: Part) -> AsyncIterator[list[Node]]:
        """Nodes of a part in batches, under their ids here."""
        label = part.name.partition("/")[2]
        async for batch in self._batches(part):
            found = []
            for one in batch:
                assert isinstance(one, Node)
                node = self.identities.node(label, one)
                if facts := self.stated.pop(one.key, None):
                    self.stated[node.key] = facts
                if label == "Schedule":
                    node.properties["owner_name"] = self.owner.name
                found.append(node)
            yield found

    async def _edges(self, part: Part) -> AsyncIterator[list[Edge]]:
        """Edges of a part in batches, between their ids here."""
        kind = EDGES[part.name.partition("/")[2]]
        async for batch in self._batches(part):
            yield [
                self.identities.edge(kind.relation, kind.start, kind.end, one) for one in batch if isinstance(one, Edge)
            ]

    async def _batches(self, part: Part) -> AsyncIterator[list[Node | Edge]]:
        lines = batches(_read(self.unpacker, part), BATCH)
        while batch := await asyncio.to_thread(next, lines, None):
            if self.identities.asks:
                self.identities.own(await archives.owned(self.database, self.owner, ids_of(batch)))
            yield batch

    async def _put_nodes(self, label: str, batch: Sequence[Node]) -> None:
        async def work(transaction: Transaction) -> tuple[int, int]:
            new = await archives.new_of(transaction, self.owner, label, batch)
            allowed, hidden = await self._allowed(transaction, label, new)
            if allowed:
                await archives.put_nodes(transaction, self.owner, label, allowed)
                await archives.withhold_turns(transaction, self.owner, hidden, datetime.now(UTC))
            return len(new), len(allowed)

        new, added = await self._write(work)
        self.added[label] += added
        self.known += len(batch) - new

    async def _put_edges(self, kind: str, batch: Sequence[Edge]) -> None:
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
        """What nobody had forgotten here, and turns that say what somebody had, each with its tombstone."""
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
        # What is forgotten in the archive comes as that.
        return frozenset() if told.get("tombstone") else marks(doc, self.stated.get(node.key, ()))

    async def _finish(self) -> tuple[int, int]:
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
            await jobs.want(transaction, self.owner, Wanted(JobKind.BACKFILL))
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
            if label == "Entity" and self.barred:
                await archives.drop_unnamed(transaction, self.owner, keys)

        await self._write(work)

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Do it under the owner's lock."""

        async def locked(transaction: Transaction) -> T:
            await filing.lock(transaction, self.owner)
            return await work(transaction)

        return await self.database.write(locked)
