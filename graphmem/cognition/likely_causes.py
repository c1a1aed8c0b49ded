"""The probability that one turn led to another, and the strength of a chain of such links.

P(link) = logistic(w · signals),  strength of a chain = strength of its beginning · Π P(link)^½

Causes are seldom explicit: "the freezer had been without power" and, three days later, "we threw the vaccine away". A
link shows in what both are about, in meaning and in rare words, and in the short time between them. The weights are
learned (`python -m tests.evals graph --fit`); a stored causal edge has its own confidence. The square root keeps a
chain of three links comparable with one of one link.
"""

from __future__ import annotations

import math

DAMPING = 0.5

SOONEST = 3.0
"""Days below which the time between two turns has no meaning: three quarters of the neighbours in the
stories of the weights are further apart, and people tell an assistant many things in a day."""


def link_signals(*, near: float, words: float, days: float, place: float) -> dict[str, float]:
    """Return the signals of a link between two turns.

    They are the cosine (`near`), BM25 of the words, days before (below 0: after), and the place among the near turns,
    from 0.
    """
    return {
        "near": near,
        "words": math.log1p(max(words, 0.0)),
        "days": math.log1p(max(abs(days), SOONEST)),
        "later": float(days < 0),
        "rank": math.log1p(place),
    }
