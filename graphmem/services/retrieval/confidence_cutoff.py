"""What stands beside a line that clearly answers: what is near it in confidence. And of a small store no more than may
answer at all: a budget is a ceiling and no goal, and would hold all that was ever told."""

from __future__ import annotations

import math

from graphmem.model.question import Intent
from graphmem.model.recall import Strategy
from graphmem.services.retrieval.found import Found, SubQueryResult
from graphmem.services.retrieval.kinds import ACROSS, ASSISTANT, PEOPLE, kind_of
from graphmem.services.retrieval.options import BUDGET, Options

CLEAR_FROM = {PEOPLE: 0.6, ASSISTANT: 0.4, ACROSS: 0.5}
"""0–1: how sure the surest hit of a part is where it clearly answers. Below these bounds further evidence is that much
less sure than the first so often that a block which ends early loses more of it than it saves."""

NEAR = 0.015
"""Share of the surest one's confidence from which a turn stands beside it in a block of usual size, and less by as much
as a larger one has more room. Both were chosen by LoCoMo's five folds and by our sessions: what the other folds choose,
where 0.3 points may be lost, costs 0.28 of a fold's evidence at 800 tokens, 0.17 at 1,600, and saves a tenth of the
tokens; 0.025 costs three times as much."""

OF_CAUSES = 0.25
"""Of that bound, where causes are asked for: a cause's own causes say nothing of what is asked, and are less sure. With
all of it two of the demo's chains end early; their farthest turns have 0.0045 of the surest one's confidence."""

MOST = 0.6
"""Share of all turns of a small store that may stand in a block, the surest first. In our sessions, of 58 turns each,
what lies below holds one piece of evidence in 200, with a half for a bound one in 100."""

FEW = 10
"""Turns that may stand there however small the store is."""


def beside_the_surest(found: Found, options: Options) -> dict[str, float]:
    """By the ids of turns how sure they must be to stand beside what clearly answers, and among the likelier ones of a
    small store. What several parts of a question found needs what the most lenient one asks. Nothing where the caller
    says how sure is enough."""
    if options.min_confidence is not None:
        return {}
    near = NEAR * min(1.0, BUDGET / options.budget)
    least: dict[str, float] = {}
    for part in found.parts:
        if part.answerable < part.answers_from:
            continue
        enough = max(near * _surest(part, found.model), _last(part))
        for hit in part.turns.hits:
            least[hit.drawer.id] = min(enough, least.get(hit.drawer.id, enough))
    return least


def _surest(part: SubQueryResult, model: str) -> float:
    """How sure the surest turn or memory is where it clearly answers, else 0; a quarter of it where causes are asked
    for."""
    turns, memories = (hit.confidence for hit in part.turns.hits), (hit.confidence for hit in part.memories)
    sure = max([*turns, *memories], default=0.0)
    if sure < CLEAR_FROM[kind_of(part, model)]:
        return 0.0
    return sure * OF_CAUSES if part.intent is Intent.CAUSAL else sure


def _last(part: SubQueryResult) -> float:
    """How sure the last one is of as many turns as may stand there; 0 where not all turns were looked at."""
    if part.strategy is not Strategy.WHOLE:
        return 0.0
    room = max(FEW, math.ceil(MOST * part.turns.candidates))
    sure = sorted((hit.confidence for hit in part.turns.hits), reverse=True)
    return sure[room - 1] if len(sure) > room else 0.0
