"""What model calls cost, reported by every embedder as they happen and added up in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

MEMORY_EMBED = "memory_embed"
"""The source under which every embedding is counted."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One report, or a sum of reports.

    `calls` are embed requests (local) or HTTP requests that were answered (endpoint); `tokens` as the model or the
    endpoint counted them, an estimate when the endpoint says nothing.
    """

    source: str
    model: str
    calls: int = 0
    texts: int = 0
    tokens: int = 0


UsageSink = Callable[[Usage], None]
"""Receives each report, on the event loop's thread. It should return at once and not raise."""


def unmetered(_usage: Usage) -> None:
    """A UsageSink that forgets."""


class UsageCounter:
    """A UsageSink that keeps running totals for each (source, model)."""

    def __init__(self) -> None:
        self._totals: dict[tuple[str, str], Usage] = {}

    def __call__(self, usage: Usage) -> None:
        key = (usage.source, usage.model)
        so_far = self._totals.get(key, Usage(usage.source, usage.model))
        self._totals[key] = Usage(
            usage.source,
            usage.model,
            calls=so_far.calls + usage.calls,
            texts=so_far.texts + usage.texts,
            tokens=so_far.tokens + usage.tokens,
        )

    @property
    def totals(self) -> Mapping[tuple[str, str], Usage]:
        """The sums by (source, model): a read-only copy, unaffected by later reports."""
        return MappingProxyType(dict(self._totals))
