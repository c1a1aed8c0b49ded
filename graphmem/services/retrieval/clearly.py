"""What stands beside a line that clearly answers: what is near it in confidence. A budget is a ceiling and no goal: in a
small store it would hold all that was ever told."""

from __future__ import annotations

from graphmem.services.retrieval.found import Found, Part
from graphmem.services.retrieval.kinds import ACROSS, ASSISTANT, PEOPLE, kind_of
from graphmem.services.retrieval.options import BUDGET, Options

CLEAR_FROM = {PEOPLE: 0.5, ASSISTANT: 0.4, ACROSS: 0.5}
"""0–1: how sure the surest turn of a part is where it clearly answers. What people say among each other and what is of
another language has its other evidence further from the first; below these bounds a block that ends early loses more
of it than it saves."""

NEAR = 0.02
"""Share of the surest one's confidence from which a turn stands beside it in a block of usual size; of a larger one
the same share of its tokens. A line that is fifty times less sure holds a piece of evidence once in 200 times."""


def beside_the_surest(found: Found, options: Options) -> dict[str, float]:
    """By the ids of turns how sure they must be to stand beside what clearly answers; those of which several parts of a
    question found something need what the most lenient one asks. Nothing where the caller says how sure is enough."""
    if options.min_confidence is not None:
        return {}
    near = NEAR * min(1.0, BUDGET / options.budget)
    least: dict[str, float] = {}
    for part in found.parts:
        if part.answerable < part.answers_from:
            continue
        enough = near * _surest(part, found.model)
        for hit in part.turns.hits:
            least[hit.drawer.id] = min(enough, least.get(hit.drawer.id, enough))
    return least


def _surest(part: Part, model: str) -> float:
    """How sure the surest turn or memory is where it clearly answers; else 0."""
    sure = max((hit.confidence for hit in (*part.turns.hits, *part.memories)), default=0.0)
    return sure if sure >= CLEAR_FROM[kind_of(part, model)] else 0.0
