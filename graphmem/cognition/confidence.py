"""Confidence: the probability that a hit holds evidence for its question, by two steps.

P(evidence) = P(something here answers the question) · P(this hit holds it | something here does)

Both are logistic regressions over named signals that are the same for every limit and size of store. By rank, the best
hits of an unanswerable question look like any others; only the first step tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.cognition.linear_head import CLIP

FULL_FROM, SHORT_FROM = 0.7, 0.4
"""Confidence from which a hit is sure, and from which it is likely; below, it may be irrelevant."""


@dataclass(frozen=True, slots=True)
class Head:
    """A learned head: signals by name, their mean and scale, and each one's weight in standard deviations."""

    names: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    def logit(self, signals: Mapping[str, float]) -> float:
        """The log odds; a missing signal counts as its mean."""
        found = self.bias
        for name, mean, scale, weight in zip(self.names, self.mean, self.scale, self.weights, strict=True):
            found += weight * min(max((signals.get(name, mean) - mean) / scale, -CLIP), CLIP)
        return found

    def probability(self, signals: Mapping[str, float]) -> float:
        """The probability, 0–1."""
        return logistic(self.logit(signals))


@dataclass(frozen=True, slots=True)
class Confidence:
    """Heads for the question, for a turn and for a memory.

    An answer is given if the probability that something answers is at least `answers_from`.
    """

    question: Head
    turn: Head
    memory: Head
    answers_from: float


@dataclass(frozen=True, slots=True)
class Confidences:
    """The heads by kind of hit: talk and documents; words to an assistant; other languages.

    An assistant hears an "I" whom no question names, and answers repeat the words of their questions; hits in another
    language than the question's share no words with it.
    """

    kinds: Mapping[str, Confidence]

    def of(self, kind: str) -> Confidence:
        """The heads of a kind. Raises KeyError for a kind without heads."""
        return self.kinds[kind]


def logistic(logit: float) -> float:
    """1/(1 + e^−x), for any x."""
    return 1 / (1 + math.exp(-logit)) if logit >= 0 else math.exp(logit) / (1 + math.exp(logit))
