"""The ops log: one JSON line for each decision, model-assisted or by rule, that nobody ever waits for.

`write` puts an entry on a bounded queue; a thread of its own appends what is there. When the disk is slower than the
entries come, entries are dropped and counted. Every line is a single write in append mode, so several processes may
share one file. At 10 MB the file becomes `ops-log-{date}.jsonl` beside it, or `ops-log-{date}-2.jsonl` and so on.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from graphmem.language.printable import escaped

MAX_BYTES = 10_000_000
MAX_TEXT = 200
"""Characters of a text that a line keeps: enough to see what it was about."""

QUEUED = 10_000
CLOSE_SECONDS = 2.0
_MODE = 0o600


@dataclass(frozen=True, slots=True)
class Operation:
    """One decision: what was asked and what came of it.

    `model` is what decided, None for the rules; `fallback` whether the rules stood in for a model that failed.
    `avg_relevance` is 0–1 over `result_count` results, None where there is nothing to rank.
    """

    op: str
    input: str = ""
    output: str = ""
    model: str | None = None
    latency_ms: float = 0.0
    success: bool = True
    fallback: bool = False
    intent: str | None = None
    avg_relevance: float | None = None
    result_count: int | None = None


_FIELDS = tuple(field.name for field in fields(Operation))


def _now() -> datetime:
    return datetime.now(UTC)


class OpsLog:
    """Appends operations to a file. Nothing it does raises, and without a path it does nothing.

    `written` counts lines that reached the file, `dropped` those that could not be kept, `fallbacks` the operations
    in which rules stood in for a model.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        max_bytes: int = MAX_BYTES,
        queued: int = QUEUED,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        """`clock` gives the times of lines and the date of a rotated file, UTC."""
        self.path = path
        self.written = 0
        self.dropped = 0
        self.fallbacks = 0
        self._clock = clock
        self._queue: queue.Queue[tuple[datetime, Operation] | None] = queue.Queue(queued)
        self._file = _File(path, max_bytes, clock) if path is not None else None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def write(self, operation: Operation) -> None:
        """Keep the operation for the log. Returns at once, from any thread."""
        self.fallbacks += operation.fallback
        if self._file is None:
            return
        try:
            self._start()
            self._queue.put_nowait((self._clock(), operation))
        except (queue.Full, RuntimeError):  # a thread cannot start while the interpreter ends
            self._drop()

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Write what is queued and end, within that time. What is written later is dropped. Idempotent."""
        self._closed = True
        if self._thread is None:
            return
        with contextlib.suppress(queue.Full):
            self._queue.put(None, timeout=seconds)
        self._thread.join(seconds)

    def _start(self) -> None:
        if self._closed:
            raise queue.Full
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    # A daemon: a disk that hangs must not keep the process from ending.
                    thread = threading.Thread(target=self._append_all, name="ops-log", daemon=True)
                    thread.start()
                    self._thread = thread

    def _drop(self) -> None:
        with self._lock:
            self.dropped += 1

    def _append_all(self) -> None:
        assert self._file is not None
        while (entry := self._queue.get()) is not None:
            try:
                self._file.append(_line(*entry))
                self.written += 1
            except Exception:  # whatever is wrong with a line or the disk, the next one may work
                self._drop()
        self._file.close()


class _File:
    """The file of one process among several; opened on first use, and anew when another has rotated it."""

    def __init__(self, path: Path, max_bytes: int, clock: Callable[[], datetime]) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._clock = clock
        self._descriptor: int | None = None
        self._torn = False

    def append(self, line: bytes) -> None:
        """Add one line. Raises OSError."""
        descriptor = self._current()
        if os.fstat(descriptor).st_size + len(line) > self._max_bytes:
            self._rotate(len(line))
            descriptor = self._current()
        # A full disk may take a part of a line; the next one then begins on its own.
        data = b"\n" + line if self._torn else line
        self._torn = os.write(descriptor, data) < len(data)
        if self._torn:
            raise OSError("the disk took a part of the line")

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _current(self) -> int:
        if self._descriptor is not None and not self._is_current(self._descriptor):
            self.close()
        if self._descriptor is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
            self._descriptor = os.open(self._path, flags, _MODE)
        return self._descriptor

    def _is_current(self, descriptor: int) -> bool:
        """Whether the open file is still the one of that name."""
        try:
            named = self._path.stat()
        except FileNotFoundError:
            return False
        own = os.fstat(descriptor)
        return (named.st_dev, named.st_ino) == (own.st_dev, own.st_ino)

    def _rotate(self, coming: int) -> None:
        """Move the file out of the way, unless another process just did."""
        with self._alone():
            size = self._path.stat().st_size if self._path.exists() else 0
            if size == 0 or size + coming <= self._max_bytes:
                return
            # Nobody else makes these names while the lock is held, so nothing is overwritten.
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
    def _alone(self) -> Iterator[None]:
        lock = os.open(self._path.with_name(f".{self._path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _MODE)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def _line(at: datetime, operation: Operation) -> bytes:
    moment = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line: dict[str, object] = {"ts": moment}
    for key in _FIELDS:
        value = getattr(operation, key)
        line[key] = value[:MAX_TEXT] if isinstance(value, str) else value
    text = escaped(json.dumps(line | {"latency_ms": round(operation.latency_ms, 3)}, ensure_ascii=False))
    # A lone surrogate has no UTF-8 form.
    return text.encode("utf-8", "replace") + b"\n"
