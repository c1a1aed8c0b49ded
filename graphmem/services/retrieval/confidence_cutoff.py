"""How many lines an answer needs: as many of the surest as hold most of the evidence that is expected.

Confidence is calibrated, so that the sum over what was found is the evidence that is expected among it. Where one line
clearly answers it holds nearly all of that, and the block is short; where nothing does the block is long. A budget is a
ceiling and no goal.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.question import Intent
from graphmem.services.retrieval.found import Found, SubQueryResult
from graphmem.services.retrieval.options import Options

ENOUGH = 0.95
"""Share of the expected evidence that a block holds. In talks of two writers that nothing learned from 0.92, 0.95 and
0.97 show 91, 95 and 97 % of the evidence in 377, 445 and 517 tokens (`python -m tests.evals context`)."""

THOROUGH = {Intent.CAUSAL: 0.98, Intent.ENTITY_PROFILE: 0.98}
"""The same where causes are asked for, as a cause's own causes say nothing of what is asked and are less sure; and
where all is asked that is known of somebody."""


def needed_from(found: Found, options: Options) -> dict[str, float]:
    """By the ids of turns how sure they must be to be needed. What several parts of a question found needs what the
    most lenient one asks. Nothing where the caller says how sure is enough."""
    if options.min_confidence is not None:
        return {}
    least: dict[str, float] = {}
    for part in found.parts:
        if part.answerable < part.answers_from:
            continue
        # Plans of the days that are asked about were chosen for that, and are as sure as that makes them.
        enough = 0.0 if part.by_plans else _last_needed(part)
        for hit in part.turns.hits:
            least[hit.drawer.id] = min(enough, least.get(hit.drawer.id, enough))
    return least


def _last_needed(part: SubQueryResult) -> float:
    """How sure the last turn is of the surest ones that hold enough of what is expected."""
    sure = sorted(_sure(part), reverse=True)
    wanted = THOROUGH.get(part.intent, ENOUGH) * sum(sure)
    held = 0.0
    for one in sure:
        held += one
        if held >= wanted:
            return one
    return 0.0


def _sure(part: SubQueryResult) -> Iterator[float]:
    """How sure each turn is, and each memory that no turn says."""
    for turn in part.turns.hits:
        yield turn.confidence
    for memory in part.memories:
        if not memory.sources:
            yield memory.confidence
