"""The state of one question on its way through the stages of a recall, with the time of each stage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, TypeVar

from graphmem.model.emotion import Feeling
from graphmem.model.owner_settings import OwnerSettings
from graphmem.model.palace import Owner
from graphmem.model.question import Understood
from graphmem.services.privacy import shielding
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits
from graphmem.tracing import span

WHOLE = "total"
"""The stage that contains all others."""


T = TypeVar("T")
Own = asyncio.Future[tuple[frozenset[str], frozenset[str]]]
Judge = Callable[[Owner, QueryHits, RecallOptions, list[str]], Awaitable[QueryHits]]


@asynccontextmanager
async def background_task(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Future[T]]:
    """Run `work` beside the body; leaving the body, by an error too, cancels what is unfinished."""
    future = asyncio.ensure_future(work)
    try:
        yield future
    finally:
        future.cancel()
        await asyncio.gather(future, return_exceptions=True)


@dataclass(slots=True)
class Search:
    """One question: its intent, options, settings, notes and timings."""

    owner: Owner
    understood: Understood
    options: RecallOptions
    terms: tuple[str, ...]
    by_rules: bool = False
    """Whether rules alone set the intent, so that the encoder may still refine it."""
    mood: Feeling | None = None
    """The user's mood; None derives it from the question."""
    settings: OwnerSettings = field(default_factory=OwnerSettings)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    latency: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    own: Own | None = None
    """Future ids of the turns and of the memories that the agent's own context already holds."""
    judge: Judge | None = None
    """Lets a chat model say which hits answer, where somebody chose that."""

    async def judged(self, found: QueryHits) -> QueryHits:
        """The hits as a chat model judges them, where one may."""
        if self.judge is None:
            return found
        with self.stage("reader"), shielding(self.settings.privacy):
            found = await self.judge(self.owner, found, self.options, self.notes)
        self.latency[WHOLE] = round(self.latency.get(WHOLE, 0.0) + self.latency["reader"], 2)
        return found

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage in milliseconds, as a tracing span too."""
        since = perf_counter()
        with span("recall" if name == WHOLE else f"recall.{name}"):
            yield
        self.latency[name] = round((perf_counter() - since) * 1000, 2)
