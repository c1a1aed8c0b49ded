"""The file of the ops log: several processes append to it, rotate it and remove lines.

Appending takes the file's lock shared, rotating and rewriting take it exclusively. Beside the lock is a record of
erasures, so that no process writes a line of an owner from before its erasure.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from graphmem.model.palace import Owner

_MODE = 0o600
_ERASED_KEPT = timedelta(days=1)
"""Longer than any request from before an erasure can be in flight."""

Said: TypeAlias = Mapping[str, object]
"""A parsed line."""


class OpsFile:
    """Opened on first use, and again after another process has rotated or rewritten it."""

    def __init__(self, path: Path, max_bytes: int, clock: Callable[[], datetime]) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._clock = clock
        self._descriptor: int | None = None
        self._torn = False
        self._erased: dict[str, datetime] = {}
        self._erased_read: tuple[int, int] | None = None

    def append(self, line: bytes, owner: Owner | None) -> bool:
        """Append a line unless its owner was erased after the request; returns whether it was. Raises OSError."""
        with self._locked(fcntl.LOCK_SH):
            if owner is not None and self._is_erased(owner):
                return False
            descriptor = self._current()
            if os.fstat(descriptor).st_size + len(line) <= self._max_bytes:
                self._write(descriptor, line)
                return True
        self._rotate(len(line))
        with self._locked(fcntl.LOCK_SH):
            self._write(self._current(), line)
        return True

    def erase(self, key: str, at: datetime) -> None:
        """Remove the lines of an owner's key, and those without an owner. Raises OSError."""
        if not self._path.parent.is_dir():
            return  # nothing was ever written
        with self._locked(fcntl.LOCK_EX):
            kept = {one: when for one, when in self._read_erased().items() if when > at - _ERASED_KEPT}
            kept[key] = at
            text = json.dumps({one: when.isoformat() for one, when in kept.items()})
            _replace(self._erased_file(), text.encode())
        self.rewrite(lambda line: line.get("owner") in (None, key))

    def rewrite(self, goes: Callable[[Said], bool]) -> None:
        """Remove the lines that `goes` selects, from this file and rotated ones. Raises OSError."""
        if not self._path.parent.is_dir():
            return
        with self._locked(fcntl.LOCK_EX):
            former = self._path.parent.glob(f"{self._path.stem}-*{self._path.suffix}")
            for path in (self._path, *former):
                if path.exists():
                    _rewrite(path, goes)

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _write(self, descriptor: int, line: bytes) -> None:
        # A full disk may take a part of a line; the next line then starts with a line break.
        data = b"\n" + line if self._torn else line
        self._torn = os.write(descriptor, data) < len(data)
        if self._torn:
            raise OSError("the disk took a part of the line")

    def _is_erased(self, owner: Owner) -> bool:
        try:
            state = self._erased_file().stat()
        except FileNotFoundError:
            return False
        if (state.st_ino, state.st_mtime_ns) != self._erased_read:
            self._erased, self._erased_read = self._read_erased(), (state.st_ino, state.st_mtime_ns)
        at = self._erased.get(owner.key)
        return at is not None and owner.asked_at <= at

    def _read_erased(self) -> dict[str, datetime]:
        try:
            found = json.loads(self._erased_file().read_bytes())
            return {key: datetime.fromisoformat(at) for key, at in found.items()}
        except (FileNotFoundError, ValueError, AttributeError, TypeError):
            return {}

    def _erased_file(self) -> Path:
        return self._path.with_name(f".{self._path.name}.erased")

    def _current(self) -> int:
        if self._descriptor is not None and not self._is_current(self._descriptor):
            self.close()
        if self._descriptor is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
            self._descriptor = os.open(self._path, flags, _MODE)
        return self._descriptor

    def _is_current(self, descriptor: int) -> bool:
        """Whether the open file still has that name."""
        try:
            named = self._path.stat()
        except FileNotFoundError:
            return False
        own = os.fstat(descriptor)
        return (named.st_dev, named.st_ino) == (own.st_dev, own.st_ino)

    def _rotate(self, coming: int) -> None:
        """Rename the file, unless another process just did."""
        with self._locked(fcntl.LOCK_EX):
            size = self._path.stat().st_size if self._path.exists() else 0
            if size == 0 or size + coming <= self._max_bytes:
                return
            # No other process uses these names while the lock is held, so nothing is overwritten.
            free = next(target for target in self._targets() if not target.exists())
            self._path.rename(free)

    def _targets(self) -> Iterator[Path]:
        stem, day = self._path.stem, self._clock().astimezone(UTC).date().isoformat()
        yield self._path.with_name(f"{stem}-{day}{self._path.suffix}")
        number = 2
        while True:
            yield self._path.with_name(f"{stem}-{day}-{number}{self._path.suffix}")
            number += 1

    @contextlib.contextmanager
    def _locked(self, how: int) -> Iterator[None]:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self._path.with_name(f".{self._path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _MODE)
        try:
            fcntl.flock(lock, how)
            yield
        finally:
            os.close(lock)


def _rewrite(path: Path, goes: Callable[[Said], bool]) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if not goes(_parse(line))]
    if len(kept) < len(lines):
        _replace(path, b"".join(kept))


def _parse(line: bytes) -> Said:
    """A parsed line; a torn one counts as its text, without an owner."""
    with contextlib.suppress(ValueError):
        found = json.loads(line)
        if isinstance(found, dict):
            return found
    return {"input": line.decode("utf-8", "replace")}


def _replace(path: Path, data: bytes) -> None:
    """Replace the file's content atomically."""
    draft = path.with_name(f".{path.name}.draft")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, _MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
