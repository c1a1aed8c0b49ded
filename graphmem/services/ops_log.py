"""The ops log: one JSON line for each decision of a model or a rule, which never blocks its caller.

`write` puts an entry on a bounded queue, which a thread appends to the file. If the disk is slower than the entries,
entries are dropped and counted. Every line is a single write in append mode, so several processes may share one file.
At 10 MB the file becomes `ops-log-{date}.jsonl` beside it, or `ops-log-{date}-2.jsonl` and so on. Lines name their
owner by the graph's key, so that erasing the owner removes them.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from graphmem.errors import GraphMemError
from graphmem.language.printable import escaped
from graphmem.language.privacy import masked
from graphmem.model.palace import Owner
from graphmem.services.ops_file import OpsFile, Said

MAX_BYTES = 10_000_000
MAX_TEXT = 200
"""Characters of a text that a line keeps: enough to see its subject."""

QUEUED = 10_000
CLOSE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Operation:
    """One decision with its input and output.

    `model` is the model that decided, None for the rules; `fallback` says that rules stood in for a failed model.
    `avg_relevance` is 0–1 over `result_count` results, None if nothing is ranked.
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
    owner: Owner | None = None


_FIELDS = tuple(field.name for field in fields(Operation))
_Queued: TypeAlias = "tuple[datetime, Operation] | threading.Event | None"
"""An entry to write; an event, which is set when all entries before it are written; None at the end."""


def _plain(operation: Operation) -> Operation:
    """The operation with passwords and numbers masked; only the beginning of a long text is kept anyway."""
    read = 4 * MAX_TEXT
    return replace(operation, input=masked(operation.input[:read]), output=masked(operation.output[:read]))


def _now() -> datetime:
    return datetime.now(UTC)


class OpsLog:
    """Appends operations to a file. `write` never raises; without a path nothing is written.

    `written` counts lines that reached the file, `dropped` those that did not, `fallbacks` the operations in which
    rules stood in for a model.
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
        self._queue: queue.Queue[_Queued] = queue.Queue(queued)
        self._file = OpsFile(path, max_bytes, clock) if path is not None else None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def write(self, operation: Operation) -> None:
        """Queue the operation for the log. Returns at once, from any thread."""
        self.fallbacks += operation.fallback
        if self._file is None:
            return
        try:
            self._start()
            self._queue.put_nowait((self._clock(), _plain(operation)))
        except (queue.Full, RuntimeError):  # a thread cannot start while the interpreter ends
            self._drop()

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Write what is queued within that time, and end. Later entries are dropped. Idempotent."""
        self._closed = True
        if self._thread is None:
            return
        with contextlib.suppress(queue.Full):
            self._queue.put(None, timeout=seconds)
        self._thread.join(seconds)

    def erase(self, owner: Owner, at: datetime) -> None:
        """Remove the owner's lines from this path's files; no line of a request before `at` follows.
        Lines without an owner, of earlier releases, are removed as well. Raises GraphMemError if that fails."""
        self._change(lambda file: file.erase(owner.key, at))

    def remove(self, owner: Owner, says: Callable[[str], bool]) -> None:
        """Remove the owner's lines whose input or output `says` selects. Raises GraphMemError as `erase`."""

        def goes(line: Said) -> bool:
            texts = (str(line.get(name) or "") for name in ("input", "output"))
            return line.get("owner") in (None, owner.key) and any(says(text) for text in texts)

        self._flush()
        self._change(lambda file: file.rewrite(goes))

    def _change(self, change: Callable[[OpsFile], None]) -> None:
        if self._file is None:
            return
        try:
            change(self._file)
        except OSError as error:
            raise GraphMemError(
                f"The graph holds nothing of it any more, but {self.path} could not be rewritten ({error.strerror}).",
                remedy="Delete that file and those it was before, or repeat this when it can be written.",
            ) from error

    def _flush(self, seconds: float = CLOSE_SECONDS) -> None:
        """Wait until the queue is written."""
        if self._file is None:
            return
        written = threading.Event()
        with contextlib.suppress(queue.Full, RuntimeError):
            self._start()
            self._queue.put(written, timeout=seconds)
            written.wait(seconds)

    def _start(self) -> None:
        if self._closed:
            raise queue.Full
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    # A daemon, since a hanging disk must not keep the process from ending.
                    thread = threading.Thread(target=self._append_all, name="ops-log", daemon=True)
                    thread.start()
                    self._thread = thread

    def _drop(self) -> None:
        with self._lock:
            self.dropped += 1

    def _append_all(self) -> None:
        assert self._file is not None
        while (entry := self._queue.get()) is not None:
            if isinstance(entry, threading.Event):
                entry.set()
                continue
            try:
                self.written += self._file.append(_line(*entry), entry[1].owner)
            except Exception:  # whatever is wrong with a line or the disk, the next one may work
                self._drop()
        self._file.close()


def _line(at: datetime, operation: Operation) -> bytes:
    moment = at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    line: dict[str, object] = {"ts": moment}
    for key in _FIELDS:
        value = getattr(operation, key)
        line[key] = value[:MAX_TEXT] if isinstance(value, str) else value.key if isinstance(value, Owner) else value
    text = escaped(json.dumps(line | {"latency_ms": round(operation.latency_ms, 3)}, ensure_ascii=False))
    # A lone surrogate has no UTF-8 form.
    return text.encode("utf-8", "replace") + b"\n"
