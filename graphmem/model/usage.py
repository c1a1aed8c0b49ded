"""What model calls cost: a report of one call, sums of them, and the rows of an owner's bill."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

MEMORY_EMBED = "memory_embed"
"""The source under which every embedding is counted."""

MEMORY_EXTRACT = "memory_extract"
MEMORY_RERANK = "memory_rerank"
MEMORY_QA = "memory_qa"
MEMORY_DREAM = "memory_dream"
SPACE_READ = "space_read"
"""Recalls that a space answered; in the place of the model stands the member who asked."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One report, or a sum of reports.

    `calls` are embed requests (local) or HTTP requests that were answered (endpoint), of a chat
    also those that timed out, were refused or broke off; `tokens` as the model or the
    endpoint counted them, an estimate when the endpoint says nothing; `output_tokens` are those of them that it wrote.
    `cost` is in the currency of the configured price, None where no price is known.
    """

    source: str
    model: str
    calls: int = 0
    texts: int = 0
    tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    def plus(self, other: Usage) -> Usage:
        """The sum of two reports of the same source and model. What has no price adds nothing to the cost."""
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
    """An owner's sum of a source and model on one day (UTC)."""

    day: date
    usage: Usage


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in any currency: those sent and those written."""

    tokens_in: float
    tokens_out: float

    def of(self, *, tokens_in: int, tokens_out: int) -> float:
        """The price of one call."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000
