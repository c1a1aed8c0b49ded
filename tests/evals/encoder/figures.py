"""Figures of what an encoder says of lines whose writers it did not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from graphmem.services.reading import STANDING, YES, Setting, mean_probability
from tests.evals.encoder.endings import GATE
from tests.evals.encoder.judging import Judged, JudgedPair

Told = Sequence[tuple[float, bool]]
"""Probabilities, and whether it is so."""

FEWEST = 8
"""Verdicts that a precision must rest on."""


def auroc(told: Told) -> float:
    """How often what is so is held likelier than what is not."""
    scores = np.array([score for score, _ in told])
    so = np.array([is_so for _, is_so in told], bool)
    if so.all() or not so.any():
        return float("nan")
    order = np.argsort(scores, kind="mergesort")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    _, inverse = np.unique(scores, return_inverse=True)
    ranks = (np.bincount(inverse, ranks) / np.bincount(inverse))[inverse]
    count = so.sum()
    return float((ranks[so].sum() - count * (count + 1) / 2) / (count * (~so).sum()))


def cut_at_precision(told: Told, wanted: float) -> tuple[float, float]:
    """The lowest probability from which verdicts are right as often as wanted, and their recall; 1.01 for none."""
    there = max(1, sum(is_so for _, is_so in told))
    best, right = (1.01, 0.0), 0
    for said, (score, is_so) in enumerate(sorted(told, key=lambda one: -one[0]), start=1):
        right += is_so
        if said >= FEWEST and right / said >= wanted:
            best = (score, right / there)
    return best


def cut_at_recall(told: Told, share: float) -> tuple[float, float]:
    """The probability that this share of what is so reaches, and what share of what reaches it is not so."""
    so = [score for score, is_so in told if is_so]
    cut = float(np.quantile(so, 1 - share)) if so else 1.01
    kept = [is_so for score, is_so in told if score >= cut]
    return cut, 1 - sum(kept) / max(1, len(kept))


def standing_of(judged: Iterable[Judged]) -> list[tuple[float, bool]]:
    """How likely each stretch that is labelled so holds from now on."""
    return [
        (one.said[STANDING][YES], one.stretch.labels[STANDING] == YES)
        for one in judged
        if STANDING in one.stretch.labels
    ]


def worth_of(judged: Iterable[Judged], setting: Setting) -> list[tuple[float, bool]]:
    """How likely each stretch that is labelled so is worth remembering in a setting, as the product combines it; what
    stands between marks, and sentences that hold more than one, are no statements of the product's."""
    return [
        (
            one.said[setting][YES] if one.marked is None else mean_probability(one.said[setting][YES], one.marked),
            one.stretch.labels[setting] == YES,
        )
        for one in judged
        if setting in one.stretch.labels and one.stretch.judgement != "clumsy"
    ]


def accuracy(judged: Iterable[Judged], head: str) -> tuple[float, int]:
    """The share of right labels, and of how many."""
    found = [
        max(one.said[head], key=one.said[head].__getitem__) == one.stretch.labels[head]
        for one in judged
        if head in one.stretch.labels
    ]
    return sum(found) / max(1, len(found)), len(found)


def pair_accuracy(judged: Iterable[JudgedPair]) -> tuple[float, int]:
    """The same of pairs."""
    found = [max(one.said, key=one.said.__getitem__) == one.pair.label for one in judged]
    return sum(found) / max(1, len(found)), len(found)


def of_action(judged: Iterable[JudgedPair], action: str) -> list[tuple[float, bool]]:
    """How likely each pair has an action of the gate."""
    return [(one.said[action], one.pair.label == action) for one in judged if one.pair.head == GATE]
