"""The verbs of owners' archives: export to a file, import from one."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import IO

from graphmem.drafts import draft_of, to_be_made
from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.archive import ImportReport, Manifest
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.ports import Embedder, Progress, silent
from graphmem.services.archive.exporting import export
from graphmem.services.archive.importing import Trust, import_archive
from graphmem.services.backfill import backfill
from graphmem.services.write_rights import right_of
from graphmem.store import audit
from graphmem.store.database import Database

SUFFIX = ".graphmem.zip"
"""The suffix of archive files."""


class Archives:
    """All data of an owner as a file: a zip of JSON lines with a manifest and checksums."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        forget: Callable[[Owner], None],
        close_cut_off: Callable[[], Awaitable[object]],
    ) -> None:
        """`forget` drops caches of an owner after an import, `close_cut_off` closes jobs of dead processes."""
        self._database = database
        self._embedder = embedder
        self._forget = forget
        self._close_cut_off = close_cut_off

    async def export(self, owner: Owner, target: Path | IO[bytes], *, progress: Progress = silent) -> Manifest:
        """Write the owner's archive to a new file, or to an open binary one.

        The owner's writers wait meanwhile. Raises NotFoundError for an owner without data, InvalidInputError for a file
        that exists, or whose folder does not.
        """
        model = self._embedder.model
        if not isinstance(target, Path):
            manifest = await export(self._database, owner, target, embedder=model, progress=progress)
            await audit.note(self._database, owner, Verb.EXPORT, ())
            return manifest
        await asyncio.to_thread(to_be_made, target)
        draft = draft_of(target)
        try:
            with await asyncio.to_thread(_private, draft) as file:
                manifest = await export(self._database, owner, file, embedder=model, progress=progress)
            await asyncio.to_thread(draft.replace, target)
        finally:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(draft.unlink)
        await audit.note(self._database, owner, Verb.EXPORT, ())
        return manifest

    async def import_(
        self,
        owner: Owner,
        source: Path | IO[bytes],
        *,
        trust: Trust | None = None,
        embed: bool = True,
        progress: Progress = silent,
    ) -> ImportReport:
        """Import an archive into the owner's memory; a second import adds nothing. See `import_archive`.

        Without `trust` its ids are kept, its statements are outside words and its settings are left out. With `embed`
        it is embedded at once, else by a job. Raises ArchiveError for a damaged one, of which nothing is written, and
        ArchiveVersionError.
        """
        if (right := await right_of(self._database, owner)) is not None:
            raise InvalidInputError(
                f"{right.agent} may not write every category, and an archive holds any.",
                field="owner",
                remedy="Import it with a key that is bound to no agent.",
            )
        await self._close_cut_off()
        if isinstance(source, Path):
            if not await asyncio.to_thread(source.is_file):
                raise NotFoundError(f"{source} is no file.", field="file", remedy="Check the path.")
            with await asyncio.to_thread(source.open, "rb") as file:
                report = await import_archive(self._database, owner, file, trust=trust or Trust(), progress=progress)
        else:
            report = await import_archive(self._database, owner, source, trust=trust or Trust(), progress=progress)
        self._forget(owner)
        await audit.note(self._database, owner, Verb.IMPORT, ())
        if embed:
            await backfill(self._database, self._embedder, owner, progress)
        return report


def _private(path: Path) -> IO[bytes]:
    """A file to write to, of mode 0600."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
