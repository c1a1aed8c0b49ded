"""Backup and restore of the embedded store: data directory and password, with SHA-256 sums.

Neo4j Community cannot back up a database that runs, since its files change meanwhile. So the server is stopped for the
time of the backup, nobody can start it, and a pinned server is started again, however the backup ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import secrets
import shutil
import zipfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any

from graphmem.config import Settings
from graphmem.drafts import drafted, to_be_made
from graphmem.errors import BackupError, ConfigurationError, GraphMemError, NotFoundError, StoreLockedError
from graphmem.ports import Progress, silent
from graphmem.server import supervisor
from graphmem.server.lockfile import NEO4J_VERSION
from graphmem.server.locks import FileLock
from graphmem.server.state import ServerFiles

FORMAT, VERSION = "graphmem-backup", 1
MANIFEST = "backup.json"
DATA, PASSWORD = "data", "password"
CHUNK = 1024 * 1024

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup: its time, the version of Neo4j, the numbers of files and bytes.

    `restarted` is whether a running server was started again.
    """

    made_at: datetime
    neo4j: str
    files: int
    bytes: int
    restarted: bool = False


async def backup(settings: Settings, target: Path, progress: Progress = silent) -> Backup:
    """Write the embedded store of this home to a new file.

    Raises InvalidInputError for an existing file or a missing folder, StoreLockedError while any process uses the
    store, NotFoundError without a store.
    """
    files = supervisor.files_of(_embedded(settings))
    await asyncio.to_thread(to_be_made, target)
    async with AsyncExitStack() as afterwards, _standing_still(files) as pinned:
        if pinned:
            afterwards.push_async_exit(partial(_start_again, settings, progress))
        if not (files.root / DATA / "databases").exists():
            raise NotFoundError(f"{files.root} holds no store.", field="home", remedy="Set GRAPHMEM_HOME to one.")
        await supervisor.end(files)
        made = await _beside(progress, lambda tell: _pack(files, target, tell))
    return Backup(made.made_at, made.neo4j, made.files, made.bytes, restarted=pinned)


@asynccontextmanager
async def restored(
    settings: Settings, source: Path, *, replace: bool = False, progress: Progress = silent
) -> AsyncIterator[Backup]:
    """Put a backup in place of this home's store, for good once the block succeeds.

    It is unpacked and checked as a whole before anything is moved. The old store is kept aside meanwhile, and put back
    after any failure. Raises BackupError for a file that is no backup or damaged, StoreLockedError while any process
    uses the store, ConfigurationError for a home that holds a store, unless it is to be replaced.
    """
    files = supervisor.files_of(_embedded(settings))
    files.prepare()
    fresh = files.root / f"restoring-{secrets.token_hex(4)}"
    aside = files.root / f"before-{datetime.now(UTC):%Y%m%dT%H%M%S}-{secrets.token_hex(2)}"
    try:
        held = await _beside(progress, lambda tell: _unpack(source, fresh, tell))
        async with AsyncExitStack() as afterwards:
            async with _standing_still(files) as pinned:
                if (files.root / DATA / "databases").exists() and not replace:
                    raise ConfigurationError(
                        f"{files.root} holds a store already.",
                        remedy="Choose an empty GRAPHMEM_HOME, or say --replace to put the backup in its place.",
                    )
                if pinned:
                    afterwards.push_async_exit(partial(_start_again, settings, progress))
                await supervisor.end(files)
                _swap(files.root, fresh, aside)
            try:
                yield held
            except BaseException:
                async with _standing_still(files):
                    await supervisor.end(files)
                    _swap(files.root, aside, files.root / f"failed-{secrets.token_hex(4)}")
                raise
        await asyncio.to_thread(shutil.rmtree, aside, ignore_errors=True)
    finally:
        for left in (fresh, *files.root.glob("failed-*")):
            await asyncio.to_thread(shutil.rmtree, left, ignore_errors=True)
        with contextlib.suppress(OSError):  # it holds what could not be put back
            aside.rmdir()


@asynccontextmanager
async def _standing_still(files: ServerFiles) -> AsyncIterator[bool]:
    """Keep the server stopped until the block ends, with its locks held; yields whether it is pinned.

    Nobody else uses or starts it meanwhile. Raises StoreLockedError.
    """
    files.prepare()
    starting, users = FileLock(files.start_lock), FileLock(files.users_lock)
    await starting.take()
    try:
        if not users.try_take():
            raise StoreLockedError(
                f"The store in {files.root} is in use, and Neo4j Community has no backup of a store that runs.",
                remedy="Stop `graphmem serve` and whatever else uses this home, then try again.",
            )
        state = files.running()
        yield state is not None and files.is_pinned(state)
    finally:
        users.drop()
        starting.drop()


async def _start_again(
    settings: Settings,
    progress: Progress,
    _kind: type[BaseException] | None,
    error: BaseException | None,
    _trace: TracebackType | None,
) -> None:
    """Start and pin the server that was pinned. An earlier error is raised, not one of this."""
    try:
        server = await supervisor.acquire(settings, progress)
        try:
            supervisor.pin(server)
        finally:
            await supervisor.release(server)
    except GraphMemError:
        if error is None:
            raise
        log.exception("the server that was pinned could not be started again")


def _embedded(settings: Settings) -> Settings:
    if settings.neo4j_uri:
        raise ConfigurationError(
            f"NEO4J_URI names another server, {settings.neo4j_uri}.",
            remedy="Back it up by its own means, or `graphmem export` each owner.",
        )
    return settings


def _swap(root: Path, new: Path, old: Path) -> None:
    """Move the contents of `new` into place, and the former contents into `old`."""
    old.mkdir(mode=0o700)
    for name in (DATA, PASSWORD):
        if (root / name).exists():
            (root / name).rename(old / name)
        if (new / name).exists():
            (new / name).rename(root / name)


def _pack(files: ServerFiles, target: Path, tell: Progress) -> Backup:
    paths = sorted(path for path in _stored(files.root))
    total, done = sum(path.stat().st_size for path in paths), 0
    told: dict[str, Any] = {}
    with drafted(target) as draft:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with (
            os.fdopen(descriptor, "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
        ):
            for path in paths:
                name = path.relative_to(files.root).as_posix()
                sha, size = hashlib.sha256(), 0
                with path.open("rb") as inner, packed.open(name, "w", force_zip64=True) as outer:
                    while chunk := inner.read(CHUNK):
                        sha.update(chunk)
                        size += len(chunk)
                        outer.write(chunk)
                        tell("backing up", done + size, total)
                done += size
                told[name] = {"size": size, "sha256": sha.hexdigest()}
            made = datetime.now(UTC)
            whole = {"format": FORMAT, "version": VERSION, "neo4j": NEO4J_VERSION, "made_at": made.isoformat()}
            packed.writestr(MANIFEST, json.dumps(whole | {"files": told}, indent=1))
    return Backup(made, NEO4J_VERSION, len(told), done)


def _stored(root: Path) -> Iterator[Path]:
    """The parts of the store: its data, and the password of its data."""
    for path in (root / DATA).rglob("*"):
        if path.is_file() and not path.is_symlink():
            yield path
    if (root / PASSWORD).exists():
        yield root / PASSWORD


def _unpack(source: Path, target: Path, tell: Progress) -> Backup:
    """Write the files of a backup to a new directory. Raises BackupError for a damaged one."""
    if not source.is_file():
        raise NotFoundError(f"{source} is no file.", field="file", remedy="Check the path.")
    try:
        with zipfile.ZipFile(source) as packed:
            told = _manifest(packed)
            listed: dict[str, dict[str, Any]] = told["files"]
            held = set(packed.namelist()) - {MANIFEST}
            if held != listed.keys() or len(packed.namelist()) != len(held) + 1:
                raise BackupError(f"{source}: its files are not those that it names.")
            total, done = sum(one["size"] for one in listed.values()), 0
            target.mkdir(mode=0o700)
            for name, one in listed.items():
                _write(packed, name, one, target)
                done += one["size"]
                tell("unpacking", done, total)
            return Backup(datetime.fromisoformat(told["made_at"]), str(told["neo4j"]), len(listed), done)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BackupError(f"{source} is no backup, or a damaged one ({error}).") from error


def _manifest(packed: zipfile.ZipFile) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(packed.read(MANIFEST))
    if told.get("format") != FORMAT:
        raise BackupError(f"It says it is {str(told.get('format'))[:40]!r}.")
    if told.get("version") != VERSION:
        raise BackupError(f"It has version {str(told.get('version'))[:20]}, this release restores {VERSION}.")
    return told


def _write(packed: zipfile.ZipFile, name: str, told: dict[str, Any], target: Path) -> None:
    """Write one file of a backup. Names that lead elsewhere count as damage."""
    parts = PurePosixPath(name).parts
    if ".." in parts or parts[0] not in (DATA, PASSWORD) or "\\" in name:
        raise BackupError(f"It has a file {name[:80]!r}, which no backup has.")
    path = target.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    sha, size = hashlib.sha256(), 0
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with packed.open(name) as inner, os.fdopen(descriptor, "wb") as outer:
        while chunk := inner.read(CHUNK):
            sha.update(chunk)
            size += len(chunk)
            outer.write(chunk)
    if size != told["size"] or sha.hexdigest() != told["sha256"]:
        raise BackupError(f"{name} is not as it was backed up.")


async def _beside(progress: Progress, work: Any) -> Backup:
    """Run the work beside the event loop, in which progress is reported."""
    loop = asyncio.get_running_loop()

    def tell(what: str, done: int, total: int | None) -> None:
        loop.call_soon_threadsafe(progress, what, done, total)

    made: Backup = await asyncio.to_thread(work, tell)
    return made
