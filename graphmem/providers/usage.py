"""Costs of model calls, reported by every provider as they happen and summed in memory."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graphmem.model.usage import MEMORY_EMBED as MEMORY_EMBED
from graphmem.model.usage import Usage as Usage
from graphmem.ports import UsageSink as UsageSink


def unmetered(_usage: Usage) -> None:
    """A UsageSink that forgets."""


class UsageCounter:
    """A UsageSink that keeps running totals for each (source, model)."""

    def __init__(self) -> None:
        self._totals: dict[tuple[str, str], Usage] = {}

    def __call__(self, usage: Usage) -> None:
        key = (usage.source, usage.model)
        so_far = self._totals.get(key)
        self._totals[key] = usage if so_far is None else so_far.plus(usage)

    @property
    def totals(self) -> Mapping[tuple[str, str], Usage]:
        """The sums by (source, model): a read-only copy, unaffected by later reports."""
        return MappingProxyType(dict(self._totals))
