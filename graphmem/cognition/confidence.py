"""Confidence: the probability that a hit holds evidence for its question, by two steps.

    P(evidence) = P(something here answers the question) · P(this hit holds it | something here does)

Both are logistic regressions over named signals that are the same for every limit and size of store. What is nearest to
a question about nothing known looks, by rank, like what is nearest to another; only the first step tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.linear_head import CLIP, learn

FULL_FROM, SHORT_FROM = 0.7, 0.4
"""Confidence from which a hit is sure, and from which it is likely; below, it may as well be something else."""

RIDGE = 3e-4
"""How little each signal of a hit may pull: they are few beside the thousands of hits they are learned from."""

QUESTION_RIDGE = 1e-2
"""The same of a question's, which are fewer and tell much the same: with less they pull against each other, which tells
as much of the conversations left out, and too much of questions of another kind."""

NO, YES = "no", "yes"


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


def fitted(rows: Sequence[Mapping[str, float]], truth: Sequence[bool], ridge: float = RIDGE) -> Head:
    """A head for rows of signals; one that a row lacks counts as usual there. Raises ValueError without any row."""
    if not rows:
        raise ValueError("no rows to fit to")
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    values: NDArray[np.float64] = np.array([[row.get(name, np.nan) for name in names] for row in rows], np.float64)
    values = np.where(np.isnan(values), np.nanmean(values, axis=0), values)
    labels = [YES if so else NO for so in truth]
    head = learn(values, labels, np.full(len(names), ridge), (NO, YES), balanced=False)
    weights = head.learned.weights[:, 1] - head.learned.weights[:, 0]
    return Head(
        names,
        tuple(round(float(value), 6) for value in head.mean),
        tuple(round(float(value), 6) for value in head.scale),
        tuple(round(float(value), 6) for value in weights),
        round(float(head.learned.bias[1] - head.learned.bias[0]), 6),
    )


def cut(probabilities: Sequence[float], kept: float) -> float:
    """The probability that this share of those who should be answered reaches."""
    return float(np.quantile(np.array(probabilities, dtype=np.float64), 1 - kept))
