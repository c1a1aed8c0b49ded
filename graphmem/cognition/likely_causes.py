"""How likely one turn tells of what led to another, and how strong a chain of such links is.

    P(link) = logistic(w · signals),  strength of a chain = strength of its beginning · Π P(link)^½

Causes are seldom told in so many words: "the freezer had been without power" and, three days later, "we threw the
vaccine away". That one led to the other is told by what both are about, in meaning and in rare words, and by how short
the time between them is. The weights are learned (`python -m tests.evals graph --fit`); a cause that was drawn is as
likely as it was held to be. The square root keeps what is three links away within sight of what is one.
"""

from __future__ import annotations

import math

DAMPING = 0.5

SOONEST = 3.0
"""Days below which the time between two turns says no more: three quarters of the neighbours in the stories that the
weights are learned of are further apart, and people tell one assistant many things in a day."""


def link_signals(*, near: float, words: float, days: float, place: float) -> dict[str, float]:
    """The signals of a link: the cosine (`near`), BM25 of the words, how long before it was said (below 0: after it),
    and the place among what is near, from 0."""
    return {
        "near": near,
        "words": math.log1p(max(words, 0.0)),
        "days": math.log1p(max(abs(days), SOONEST)),
        "later": float(days < 0),
        "rank": math.log1p(place),
    }
