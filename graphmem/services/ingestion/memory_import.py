"""Imports another system's memory: mines conversations and notes, and learns statements.

An import can be repeated: turns, documents and statements have ids by content, so only new ones are taken. A file that
cannot be read is named and skipped.
"""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from graphmem.errors import DocumentError, GraphMemError, NotFoundError
from graphmem.language.documents import MOST_BYTES
from graphmem.language.exports.mem0 import read_mem0
from graphmem.language.exports.mempalace import read_room
from graphmem.language.transcripts import read_transcript
from graphmem.language.transcripts.read import MAX_BYTES
from graphmem.model.document import DocumentFormat
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.ingestion.documents import mine_document, modified_at
from graphmem.services.ingestion.mine import Miner, MineReport
from graphmem.services.ingestion.observe import Observer

CHATS = "conversations.json"


class Source(StrEnum):
    """The system of an export; `MARKDOWN` is a folder of notes, such as an Obsidian vault."""

    MEM0 = "mem0"
    MEMPALACE = "mempalace"
    CHATGPT = "chatgpt"
    MARKDOWN = "markdown"


@dataclass(slots=True)
class ImportCounts:
    """The result of an import: turns newly filed or known before, memories made, reasons of skips."""

    filed: int = 0
    known: int = 0
    memories: int = 0
    skipped: list[str] = field(default_factory=list)

    def add(self, report: MineReport) -> None:
        """Add the counts of one mined conversation."""
        self.filed += report.filed
        self.known += report.known
        self.memories += report.memories


class MemoryImporter:
    """Imports exports of other systems into an owner's memory."""

    def __init__(self, observer: Observer, miner: Miner) -> None:
        self._observer = observer
        self._miner = miner

    async def import_from(
        self, owner: Owner, source: Source, path: Path, *, progress: Progress = silent
    ) -> ImportCounts:
        """Import a file or folder. Raises NotFoundError if it is missing or holds no export of the source."""
        found = await asyncio.to_thread(_files, source, path)
        if not found:
            raise NotFoundError(
                f"{path} holds no export of {source.value}.", field="path", remedy=f"It is {_EXPECTED[source]}."
            )
        taken = ImportCounts()
        for done, (name, file) in enumerate(found):
            progress(f"importing from {source.value}", done, len(found))
            try:
                await self._one(owner, source, name, file, taken)
            except GraphMemError as error:
                if not isinstance(error, NotFoundError | DocumentError) and error.exit_code != NotFoundError.exit_code:
                    raise
                taken.skipped.append(error.message)
        progress(f"importing from {source.value}", len(found), len(found))
        return taken

    async def _one(self, owner: Owner, source: Source, name: str, file: Path, taken: ImportCounts) -> None:
        data = await asyncio.to_thread(_bytes, file, name)
        if source is Source.MEM0:
            await self._statements(owner, name, data, taken)
        elif source is Source.MEMPALACE:
            room, refused = read_room(data.decode("utf-8", "replace"))
            taken.skipped += [f"{name}, {reason}" for reason in refused]
            if room is not None:
                taken.add(await self._miner.mine(owner, room))
        elif source is Source.CHATGPT:
            reading = await asyncio.to_thread(read_transcript, name, data)
            taken.skipped += [f"{one.source}:{one.line}: {one.reason}" for one in reading.rejected]
            for conversation in reading.conversations:
                taken.add(await self._miner.mine(owner, conversation))
        else:
            kind, modified = DocumentFormat.MARKDOWN, await asyncio.to_thread(modified_at, file)
            report = await mine_document(
                self._miner, owner, name, data, key=f"notes {name}", kind=kind, modified=modified
            )
            taken.add(report)

    async def _statements(self, owner: Owner, name: str, data: bytes, taken: ImportCounts) -> None:
        found, refused = await asyncio.to_thread(read_mem0, name, data)
        taken.skipped += [f"{name}, {reason}" for reason in refused]
        for one in found:
            seen = await self._observer.import_memory(
                owner, one.text, source=Source.MEM0.value, source_id=one.id, said_at=one.said_at
            )
            if seen is None:
                taken.known += 1
                continue
            taken.filed += 1
            taken.memories += sum(verdict.memory is not None for verdict in seen.statements)


_EXPECTED = {
    Source.MEM0: "the JSON that get_all() gives, or a folder of such files",
    Source.MEMPALACE: "the folder that its export wrote: a folder a wing, a Markdown file a room",
    Source.CHATGPT: f"{CHATS}, the folder or the zip that holds it",
    Source.MARKDOWN: "a Markdown file, or a folder of them",
}

_ENDINGS = {Source.MEM0: "*.json", Source.MEMPALACE: "*.md", Source.CHATGPT: CHATS, Source.MARKDOWN: "*.md"}


def _files(source: Source, path: Path) -> Sequence[tuple[str, Path]]:
    """The files to read, each with its citation name: the path relative to the folder."""
    if path.is_dir():
        return [(file.relative_to(path).as_posix(), file) for file in sorted(_visible(path, _ENDINGS[source]))]
    return [(path.name, path)] if path.is_file() else []


def _visible(folder: Path, ending: str) -> Iterator[Path]:
    """Yield files outside hidden folders, in which editors keep their own files; no links."""
    for file in folder.rglob(ending):
        inside = file.relative_to(folder).parts
        if file.is_file() and not file.is_symlink() and not any(part.startswith(".") for part in inside):
            yield file


def _bytes(path: Path, name: str) -> bytes:
    """A file's bytes, or those of the conversations in an export's zip. Raises DocumentError."""
    most = max(MOST_BYTES, MAX_BYTES)
    try:
        if path.suffix.lower() == ".zip":
            with zipfile.ZipFile(path) as packed, packed.open(CHATS) as inner:
                return inner.read(most + 1)
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, KeyError, zipfile.BadZipFile, RuntimeError) as error:
        raise DocumentError(f"it cannot be read ({error})", source=name) from error
