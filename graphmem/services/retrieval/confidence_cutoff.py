"""Cuts a block off after the surest hits that together hold most of the expected evidence.

Confidence is calibrated, so its sum over the hits is the expected evidence. If one hit clearly answers, it holds nearly
all of that sum and the block is short; if none does, the block is long. The budget is a ceiling, not a target.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.question import Intent
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult

ENOUGH = 0.95
"""Share of the expected evidence that a block holds.
In talks of two held-out writers, 0.92, 0.95 and 0.97 show 91, 95 and 97 % of the evidence in 377, 445 and 517 tokens
(`python -m tests.evals context`)."""

JUDGED = 0.5
"""Confidence between what a chat model named and what it did not: a block holds the former alone."""

THOROUGH = {Intent.CAUSAL: 0.98, Intent.ENTITY_PROFILE: 0.98}
"""Higher shares by intent: causes of a cause share no words with the question and have low confidence.
A profile asks for everything known of an entity."""


def needed_from(found: QueryHits, options: RecallOptions) -> dict[str, float]:
    """The least confidence that a turn needs to stand in the block, by turn id.
    A turn of several parts gets the lowest threshold. Empty if the caller sets `min_confidence`."""
    if options.min_confidence is not None:
        return {}
    least: dict[str, float] = {}
    for part in found.parts:
        if part.answerable < part.answers_from:
            continue
        # Plans answer the part, and `confidence.keep_answerable` has already chosen the hits beside them.
        enough = 0.0 if part.by_plans else JUDGED if found.named and not part.stands else _last_needed(part)
        for hit in part.turns.hits:
            least[hit.drawer.id] = min(enough, least.get(hit.drawer.id, enough))
    return least


def _last_needed(part: SubQueryResult) -> float:
    """The confidence of the last hit, from the surest down, at which enough evidence is held."""
    sure = sorted(_sure(part), reverse=True)
    wanted = THOROUGH.get(part.intent, ENOUGH) * sum(sure)
    held = 0.0
    for one in sure:
        held += one
        if held >= wanted:
            return one
    return 0.0


def _sure(part: SubQueryResult) -> Iterator[float]:
    """Yield the confidence of each turn, and of each memory without sources."""
    for turn in part.turns.hits:
        yield turn.confidence
    for memory in part.memories:
        if not memory.sources:
            yield memory.confidence
