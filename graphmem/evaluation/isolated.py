"""The run of an evaluation: owners of its own, and its answers so far, so that it can be continued.

Without `resume` a run has a random name, and its owners are erased however it ends. With `resume` its name is the
digest of its data, its settings and the embedder. When it is interrupted, owners and answers stay, and the same command
continues. A completed run leaves nothing.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import graphmem
from graphmem.evaluation import datafile
from graphmem.facade import GraphMem
from graphmem.model.transcript import Conversation
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions


@dataclass(frozen=True, slots=True)
class Answer:
    """The source ids of a recall, best first, and its duration."""

    ranked: tuple[str, ...]
    milliseconds: float


@dataclass(slots=True)
class Run:
    """A run under way. `noted` holds the results of earlier, interrupted runs of the same name."""

    name: str
    memory: GraphMem
    journal: Path | None = None
    noted: dict[str, Any] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    _owners: set[str] = field(default_factory=set)

    def owner(self, part: str = "all") -> str:
        """The owner of a part of the data; it is erased at the end of the part, or of the run."""
        name = f"{self.name}-{part}"
        self._owners.add(name)
        return name

    def note(self, key: str, value: object) -> None:
        """Keep a result, on disk too if the run can be resumed."""
        self.noted[key] = value
        if self.journal is not None:
            with self.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, value], ensure_ascii=False) + "\n")

    async def ask(self, key: str, query: str, *, owner: str, limit: int) -> Answer:
        """The recall for a question, made once in all resumed runs together."""
        if key not in self.noted:
            started = perf_counter()
            result = await self.memory.recall(query, owner=owner, options=RecallOptions(limit=limit, touch=False))
            taken = (perf_counter() - started) * 1000
            self.note(key, [[hit.drawer.source_id or "" for hit in result.hits], taken])
        ranked, taken = self.noted[key]
        self.latencies.append(taken)
        return Answer(tuple(ranked), taken)

    async def file(
        self, conversation: Conversation, part: str = "all", *, memories: bool = False, progress: Progress = silent
    ) -> str:
        """The owner of a part with its conversation filed, unless an earlier run completed the part.

        Recall searches turns; memories are made when they are looked at.
        """
        owner = self.owner(part)
        if self._over(part) not in self.noted:
            await self.memory.mine(conversation, owner=owner, memories=memories, progress=progress)
        return owner

    async def over(self, part: str) -> None:
        """End a part with all its answers: erase its owner."""
        self.note(self._over(part), True)
        await self._erase(self.owner(part))

    async def erase(self) -> None:
        """Erase every owner of the run."""
        for owner in sorted(self._owners):
            await self._erase(owner)

    async def _erase(self, owner: str) -> None:
        await self.memory.erase(owner=owner)
        self._owners.discard(owner)

    @staticmethod
    def _over(part: str) -> str:
        return f"{part} over"


@asynccontextmanager
async def isolated(
    memory: GraphMem, evaluation: str, data: Path, settings: Mapping[str, object], *, resume: bool = False
) -> AsyncIterator[Run]:
    """The run of `evaluation` over `data`, as the module describes. Raises InvalidInputError."""
    if not resume:
        run = Run(f"evaluate-{evaluation}-{secrets.token_hex(4)}", memory)
        try:
            yield run
        finally:
            await run.erase()
        return
    run = _resumed(memory, evaluation, data, settings)
    yield run
    await run.erase()
    if run.journal is not None:
        run.journal.unlink(missing_ok=True)


def digest(data: Path, **settings: object) -> str:
    """The run's name, by all that decides its answers: the file's content, settings and this version."""
    told = json.dumps({**settings, "graphmem": graphmem.__version__}, sort_keys=True, default=str)
    try:
        state = data.stat()
        content = _content(data, state.st_size, state.st_mtime_ns)
    except OSError as error:
        raise datafile.unreadable(data, error) from error
    return hashlib.sha256((content + told).encode()).hexdigest()[:12]


@lru_cache(maxsize=8)
def _content(data: Path, _size: int, _modified: int) -> str:
    """A file's digest, cached while the file is unchanged, since data may be gigabytes."""
    with data.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def noted(journal: Path) -> dict[str, Any]:
    """The contents of a journal; a torn last line is dropped."""
    found: dict[str, Any] = {}
    lines = journal.read_text("utf-8").splitlines() if journal.exists() else []
    for line in lines:
        try:
            key, value = json.loads(line)
        except ValueError:
            continue
        found[key] = value
    return found


def _resumed(memory: GraphMem, evaluation: str, data: Path, settings: Mapping[str, object]) -> Run:
    id_ = f"evaluate-{evaluation}-{digest(data, **settings, embedder=memory.embedder.model)}"
    journal = memory.settings.home / "evaluations" / f"{id_}.jsonl"
    journal.parent.mkdir(parents=True, exist_ok=True)
    found = noted(journal)
    # Written anew: a torn last line must not swallow the next one.
    journal.write_text("".join(json.dumps(pair, ensure_ascii=False) + "\n" for pair in found.items()), "utf-8")
    return Run(id_, memory, journal, found)
