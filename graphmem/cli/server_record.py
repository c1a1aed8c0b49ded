"""The record of the running server of this home: `graphmem serve` writes it, commands read it.

The file belongs to its user alone and is locked by the server for its whole life. The kernel drops the lock when the
server ends, however it ends. So a file without a lock is a dead server's, and commands ignore it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import graphmem
from graphmem.calls import PROTOCOL
from graphmem.config import Settings

_OF_ONE_PROCESS = frozenset({
    *("home", "artifacts", "owner", "host", "port", "bolt_port", "http_port", "neo4j_heap", "neo4j_page_cache"),
    *("dream_schedule", "rehearsal_schedule", "time_zone"),
    *("allowed_origins", "neo4j_password", "openai_api_key"),
})  # fmt: skip
"""Settings that change no answer of the same home, or are secret."""

AGAIN_SECONDS = 2.0
"""Pause between two tries of a second server to become the announced one."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server: its address, the owner of the home's key, and a digest of the settings it answers by."""

    url: str
    owner: str
    settings: str


def file_of(settings: Settings) -> Path:
    """The path of the record."""
    return settings.home / "serve.json"


def digest_of(settings: Settings) -> str:
    """A digest of the release and all settings that an answer depends on.

    Processes with equal digests may answer for each other.
    """
    told = settings.model_dump(mode="json", exclude=set(_OF_ONE_PROCESS))
    told |= {"release": graphmem.__version__, "protocol": PROTOCOL}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def find(settings: Settings) -> Running | None:
    """The living server of this home that answers as a process with these settings would."""
    try:
        with file_of(settings).open("rb") as file:
            if not _is_locked(file.fileno()):
                return None
            running = Running(**json.loads(file.read()))
    except (OSError, ValueError, TypeError):
        return None
    return running if running.settings == digest_of(settings) else None


@contextmanager
def announce(settings: Settings, url: str) -> Iterator[None]:
    """Announce a server to commands of this home until the block ends.

    The first server of a home stays announced. The next one is announced some seconds after it has ended, however it
    ended.
    """
    path = file_of(settings)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    told = json.dumps(asdict(Running(url, settings.owner, digest_of(settings)))).encode()
    ended, held = threading.Event(), [] if (first := _write_locked(path, told)) is None else [first]

    def wait() -> None:
        while not held and not ended.wait(AGAIN_SECONDS):
            with suppress(OSError):  # a missing folder or a full disk may recover
                held.extend([] if (descriptor := _write_locked(path, told)) is None else [descriptor])

    waiting = None if held else threading.Thread(target=wait, name="announcing", daemon=True)
    if waiting is not None:
        waiting.start()
    try:
        yield
    finally:
        ended.set()
        if waiting is not None:
            waiting.join()
        for descriptor in held:
            path.unlink(missing_ok=True)
            os.close(descriptor)


def _write_locked(path: Path, told: bytes) -> int | None:
    """Write the record, hold its lock and return the descriptor; None if it is held. Raises OSError."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.fstat(descriptor).st_nlink:  # the ended server removed it meanwhile, so nobody would find it
            raise BlockingIOError
        os.ftruncate(descriptor, 0)
        os.fchmod(descriptor, 0o600)
        os.write(descriptor, told)
    except BaseException as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise
    return descriptor


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
