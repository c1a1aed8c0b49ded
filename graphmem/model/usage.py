"""Costs of model calls: the report of one call, sums of reports, and the rows of an owner's bill."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

MEMORY_EMBED = "memory_embed"
"""The source of all embedding calls."""

MEMORY_EXTRACT = "memory_extract"
MEMORY_RERANK = "memory_rerank"
MEMORY_QA = "memory_qa"
MEMORY_DREAM = "memory_dream"
MEMORY_TRIAL = "memory_trial"
SPACE_READ = "space_read"
"""Recalls that a space answered; the member's name is in place of the model."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One report, or a sum of reports.

    `calls` are embed requests (local) or answered HTTP requests (endpoint); for chats also those that timed out, were
    refused or broke off. `tokens` are counted by the model or endpoint, or estimated if it gives no count;
    `output_tokens` are those that it wrote. `cost` is in the currency of the configured price, None without a price.
    """

    source: str
    model: str
    calls: int = 0
    texts: int = 0
    tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    def plus(self, other: Usage) -> Usage:
        """The sum of two reports of the same source and model. A report without a price adds no cost."""
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.source,
            self.model,
            calls=self.calls + other.calls,
            texts=self.texts + other.texts,
            tokens=self.tokens + other.tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=sum(known) if known else None,
        )


@dataclass(frozen=True, slots=True)
class DailyUsage:
    """An owner's sum for a source and model on one day (UTC)."""

    day: date
    usage: Usage


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens sent and of a million written, in any currency."""

    tokens_in: float
    tokens_out: float

    def of(self, *, tokens_in: int, tokens_out: int) -> float:
        """The price of one call."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000
