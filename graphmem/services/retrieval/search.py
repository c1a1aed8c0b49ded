"""One question on its way through the stages of a recall, with what it took."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, TypeVar

from graphmem.model.emotion import Feeling
from graphmem.model.owner_settings import OwnerSettings
from graphmem.model.palace import Owner
from graphmem.model.question import Understood
from graphmem.services.retrieval.options import Options
from graphmem.tracing import span

WHOLE = "total"
"""The stage that all others are within."""


T = TypeVar("T")
Own = asyncio.Future[tuple[frozenset[str], frozenset[str]]]


@asynccontextmanager
async def promised(work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Future[T]]:
    """What is being made beside what is done here; it is not left behind when that fails."""
    future = asyncio.ensure_future(work)
    try:
        yield future
    finally:
        future.cancel()
        await asyncio.gather(future, return_exceptions=True)


@dataclass(slots=True)
class Search:
    """One question on its way through the stages."""

    owner: Owner
    understood: Understood
    options: Options
    terms: tuple[str, ...]
    by_rules: bool = False
    """Whether rules alone have said what is asked."""
    mood: Feeling | None = None
    """How the user feels; None where only the question tells."""
    settings: OwnerSettings = field(default_factory=OwnerSettings)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    latency: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    own: Own | None = None
    """Ids of turns and memories that stand before the agent already, while they are looked up."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage in milliseconds."""
        since = perf_counter()
        with span("recall" if name == WHOLE else f"recall.{name}"):
            yield
        self.latency[name] = round((perf_counter() - since) * 1000, 2)
