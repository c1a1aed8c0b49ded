"""Confidence: the probability that a hit holds evidence for its question, by two steps.

    P(evidence) = P(something here answers the question) · P(this hit holds it | something here does)

Both are logistic regressions over named signals that are the same for every limit and size of store. What is nearest to
a question about nothing known looks, by rank, like what is nearest to another; only the first step tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.cognition.linear_head import CLIP

FULL_FROM, SHORT_FROM = 0.7, 0.4
"""Confidence from which a hit is sure, and from which it is likely; below, it may as well be something else."""


@dataclass(frozen=True, slots=True)
class Head:
    """What was learned: signals by name, their mean and scale, and the weight of each in standard deviations."""

    names: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    def logit(self, signals: Mapping[str, float]) -> float:
        """The log odds; a signal that is missing is as usual as can be."""
        found = self.bias
        for name, mean, scale, weight in zip(self.names, self.mean, self.scale, self.weights, strict=True):
            found += weight * min(max((signals.get(name, mean) - mean) / scale, -CLIP), CLIP)
        return found

    def probability(self, signals: Mapping[str, float]) -> float:
        """0–1."""
        return logistic(self.logit(signals))


@dataclass(frozen=True, slots=True)
class Confidence:
    """Heads for the question, for a turn and for a memory, and the probability that something answers from which an
    answer is given (`answers_from`)."""

    question: Head
    turn: Head
    memory: Head
    answers_from: float


@dataclass(frozen=True, slots=True)
class Confidences:
    """What was learned of each kind of what is found: of talk among people and of documents; of what people tell an
    assistant, where all is said by an "I" whom no question names, and answers repeat the words of what they answer; of
    what is said in another language than the question's, which shares no words with it."""

    kinds: Mapping[str, Confidence]

    def of(self, kind: str) -> Confidence:
        """The one that fits. Raises KeyError for a kind of which nothing was learned."""
        return self.kinds[kind]


def logistic(logit: float) -> float:
    """1/(1 + e^−x), for any x."""
    return 1 / (1 + math.exp(-logit)) if logit >= 0 else math.exp(logit) / (1 + math.exp(logit))
