"""The state of a run with a batch API on disk, so that a repetition asks nothing again.

A folder holds one owner's batches, a private file each: the digests of its requests, and their answers once fetched. A
file goes when a run has used all of its answers, or after 30 days.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from graphmem.drafts import drafted
from graphmem.errors import ConfigurationError
from graphmem.model.ids import digest

KEPT_SECONDS = 30 * 24 * 3600
"""Providers keep the files of a batch about as long."""

Line = Mapping[str, Any]
"""One line of a batch's output or error file."""


@dataclass(frozen=True, slots=True)
class SentBatch:
    """A batch: `keys`, the digests of its requests, and its answers by digest, None until they are fetched.

    `values` are parts of its prompts (`BatchState.keep`), `sent_at` is in seconds since 1970.
    """

    id: str
    file: str
    sent_at: float
    keys: Sequence[str]
    values: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, Line] | None = None


class BatchState:
    """The batches of one owner, held by one process at a time. Blocking; `fetched` may run in a thread."""

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.time) -> None:
        """Raises ConfigurationError while another process holds the folder, OSError if it cannot be used."""
        self._folder, self._now = folder, now
        for directory in (folder.parent.parent, folder.parent, folder):
            directory.mkdir(exist_ok=True, mode=0o700)
        self._lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise ConfigurationError(
                "Another process mines with --batch for this owner.", remedy="Wait for it, or stop it with Ctrl-C."
            ) from None
        self.batches: dict[str, SentBatch] = {}
        self.values: dict[str, str] = {}
        self._unsaved: dict[str, str] = {}
        self._answers: dict[str, Line] = {}
        self._holding: dict[str, str] = {}
        for path in folder.glob("*.json"):
            self._load(path)

    @property
    def open(self) -> list[SentBatch]:
        """The batches whose answers are not fetched yet."""
        return [batch for batch in self.batches.values() if batch.answers is None]

    def answer(self, key: str) -> Line | None:
        """The fetched answer to a request."""
        return self._answers.get(key)

    def holding(self, key: str) -> str | None:
        """The id of the open batch that holds a request."""
        return self._holding.get(key)

    def keep(self, key: str, value: str) -> None:
        """Keep a part of a prompt, so that a repeated run makes the same prompt; the next batch saves it."""
        self.values[key] = self._unsaved[key] = value

    def sent(self, id_: str, file: str, keys: Sequence[str]) -> None:
        """Note a new batch."""
        self._save(SentBatch(id_, file, self._now(), keys, self._unsaved))
        self._unsaved = {}

    def fetched(self, id_: str, answers: Mapping[str, Line]) -> None:
        """Keep a batch's answers; the requests without one are forgotten."""
        batch = self.batches[id_]
        if answers:
            self._save(SentBatch(id_, batch.file, batch.sent_at, list(answers), batch.values, answers))
        else:
            self._remove(id_)

    def finish(self, used: Collection[str]) -> None:
        """Remove the batches whose answers are all used."""
        for batch in list(self.batches.values()):
            if batch.answers is not None and set(batch.keys) <= set(used):
                self._remove(batch.id)

    def close(self) -> None:
        """Let other processes use the folder."""
        os.close(self._lock)

    def _load(self, path: Path) -> None:
        try:
            batch = SentBatch(**json.loads(path.read_bytes()))
        except (ValueError, TypeError):  # of another release
            path.unlink()
            return
        if self._now() - batch.sent_at > KEPT_SECONDS:
            path.unlink()
            return
        self._note(batch)
        self.values.update(batch.values)

    def _save(self, batch: SentBatch) -> None:
        with drafted(self._path(batch.id)) as draft:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(asdict(batch), file)
                file.flush()
                os.fsync(descriptor)
        self._note(batch)

    def _note(self, batch: SentBatch) -> None:
        """Note a batch, answers first: a thread that asks meanwhile finds each request held or answered."""
        before = self.batches.get(batch.id)
        self.batches[batch.id] = batch
        self._answers |= batch.answers or {}
        for key in before.keys if before is not None else ():
            self._holding.pop(key, None)
        if batch.answers is None:
            self._holding |= dict.fromkeys(batch.keys, batch.id)

    def _remove(self, id_: str) -> None:
        for key in self.batches.pop(id_).keys:
            self._holding.pop(key, None)
            self._answers.pop(key, None)
        self._path(id_).unlink(missing_ok=True)

    def _path(self, id_: str) -> Path:
        """The batch's file. The endpoint chose the id, so the name is a digest of it."""
        return self._folder / f"{digest(id_)}.json"


def folder_of(home: Path, owner: str) -> Path:
    """The folder of an owner's batches, by the owner's key."""
    return home / "batches" / owner


def forget_batches(home: Path, owner: str) -> None:
    """Remove the batches of an owner. Blocking."""
    shutil.rmtree(folder_of(home, owner), ignore_errors=True)
