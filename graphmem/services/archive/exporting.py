"""The export of an owner's archive: all data except vectors, keys and jobs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import IO, Any

from graphmem.errors import NotFoundError
from graphmem.model.archive import Manifest
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.archive.packing import Packer, PartWriter, line_of_edge, line_of_node
from graphmem.store import archives, filing, jobs
from graphmem.store.archive_schema import CLASSES, EDGES
from graphmem.store.database import Database

BATCH = 500


async def export(
    database: Database, owner: Owner, file: IO[bytes], *, embedder: str = "", progress: Progress = silent
) -> Manifest:
    """Write the owner's archive to a binary file and return its manifest.

    The owner's writers wait meanwhile, so that it shows one moment; recalls go on. Memory use is constant. Raises
    NotFoundError for an owner without data.
    """
    async with filing.writes_blocked(database, owner):
        record = await archives.owner_record(database, owner)
        if record is None:
            raise NotFoundError(f"{owner.name} has no memory here.", field="owner", remedy="Name an owner who has one.")
        packer = await asyncio.to_thread(Packer, file)
        with packer.part("nodes/Owner") as part:
            part.write([line_of_node(record.name, (), record.properties)])
        kinds = len(CLASSES) + len(EDGES)
        for done, label in enumerate(CLASSES):
            progress("exporting", done, kinds)
            with packer.part(f"nodes/{label}") as part:
                await _written(part, _node_lines(database, owner, label))
        for done, kind in enumerate(EDGES, len(CLASSES)):
            progress("exporting", done, kinds)
            with packer.part(f"edges/{kind}") as part:
                await _written(part, _edge_lines(database, owner, kind))
        waiting = (await jobs.counts(database, owner)).open
    from graphmem import __version__  # the package imports this module while it is being imported itself

    manifest = Manifest(
        owner=record.name,
        made_at=datetime.now(UTC),
        release=__version__,
        embedder=embedder,
        keys=record.keys,
        jobs=waiting,
        parts=tuple(packer.parts),
    )
    await asyncio.to_thread(packer.close, manifest)
    progress("exporting", kinds, kinds)
    return manifest


async def _node_lines(database: Database, owner: Owner, label: str) -> AsyncIterator[dict[str, Any]]:
    async for node in archives.nodes(database, owner, label):
        yield line_of_node(node.key, node.labels, node.properties)


async def _edge_lines(database: Database, owner: Owner, kind: str) -> AsyncIterator[dict[str, Any]]:
    start_is_owner = EDGES[kind].start == "Owner"
    async for edge in archives.edges(database, owner, kind):
        yield line_of_edge("" if start_is_owner else edge.start, edge.end, edge.properties)


async def _written(part: PartWriter, lines: AsyncIterator[dict[str, Any]]) -> None:
    """Write lines outside the event loop, in batches."""
    batch: list[dict[str, Any]] = []
    async for line in lines:
        batch.append(line)
        if len(batch) == BATCH:
            await asyncio.to_thread(part.write, batch)
            batch = []
    await asyncio.to_thread(part.write, batch)
