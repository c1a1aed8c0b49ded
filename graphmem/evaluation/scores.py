"""Figures of many questions, over all and by category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from graphmem.evaluation import metrics


class Scores:
    """Collects 0–1 values by name; `summary` gives their means in percent."""

    def __init__(self) -> None:
        self._all: dict[str, list[float]] = defaultdict(list)
        self._groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._counts: dict[str, int] = defaultdict(int)

    def add(self, category: str, values: Mapping[str, float]) -> None:
        """Add the values of one question of a category."""
        self._counts[category] += 1
        for name, value in values.items():
            self._all[name].append(value)
            self._groups[category][name].append(value)

    @property
    def count(self) -> int:
        """Number of scored questions."""
        return sum(self._counts.values())

    def summary(self) -> dict[str, Any]:
        """Macro means over all questions, the number of questions, and the same `by_category`."""
        return {
            **_means(self._all),
            "questions": self.count,
            "by_category": {
                category: {**_means(self._groups[category]), "questions": count}
                for category, count in sorted(self._counts.items())
            },
        }


def recalls(ranked: Sequence[str], evidence: Collection[str], depths: Collection[int]) -> dict[str, float]:
    """`recall@k` for every depth."""
    return {f"recall@{depth}": metrics.recall_at(ranked, evidence, depth) for depth in depths}


def _means(values: Mapping[str, list[float]]) -> dict[str, float]:
    return {name: metrics.percent(found) for name, found in values.items()}
