"""`python -m tests.evals tune`: every fitted constant of the order of turns, refitted from stored retriever results.

Each constant is tried at several values with the others as they are. A value is judged by what it gives on data it was
not chosen on: for each fold (a conversation, a chat) the best value of all other folds is taken, and the questions of
the fold are scored under it. A constant is worth changing where that figure exceeds the present one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.ports import Progress, silent
from tests.evals import replay, stored_hits
from tests.evals.constants import CONSTANTS, Constant, Value
from tests.evals.replay import Figures
from tests.evals.stored_hits import Stored

Weights = Mapping[str, float]
"""Share of each measure in the one figure that values are chosen by."""

RECALL: Weights = {"recall@5": 0.5, "recall@10": 0.5}
FIRST: Weights = {"recall@1": 0.5, "recall@5": 0.5}
NEWER: Weights = {"recall@5": 0.25, "recall@10": 0.25, "newer_first": 0.5}
"""Of what puts the later statement first, at some cost of recall."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """One constant's figures by value."""

    constant: Constant
    weights: Weights
    found: Mapping[Value, Figures]
    folds: NDArray[np.str_]

    def report(self) -> report.Report:
        """Present and best value, the figure for both and across folds, and the curve."""
        everything = np.ones(self.folds.size, dtype=np.bool_)
        curve = {value: figure(found, self.weights, everything) for value, found in self.found.items()}
        present = self.constant.present
        best = _best(curve, present)
        chosen = {str(fold): self._without(self.folds == fold) for fold in np.unique(self.folds)}
        held = self._held_out(chosen)
        return {
            "name": self.constant.name,
            "present": present,
            "best": best,
            "figure": curve[present],
            "best_figure": curve[best],
            "cross_validated": figure(held, self.weights, everything),
            "measures": means(self.found[present]),
            "cross_validated_measures": means(held),
            "chosen": chosen,
            "curve": [[value, curve[value]] for value in curve],
        }

    def _without(self, held: NDArray[np.bool_]) -> Value:
        """The best value on all other folds."""
        curve = {value: figure(found, self.weights, ~held) for value, found in self.found.items()}
        return _best(curve, self.constant.present)

    def _held_out(self, chosen: Mapping[str, Value]) -> Figures:
        """Every question under the value that was chosen without its fold."""
        figures = {name: values.copy() for name, values in self.found[self.constant.present].items()}
        for fold, value in chosen.items():
            mine = self.folds == fold
            for name, values in self.found[value].items():
                figures[name][mine] = values[mine]
        return figures


async def refit(
    stored: Stored, *, only: Sequence[str] = (), constants: Sequence[Constant] = CONSTANTS, progress: Progress = silent
) -> report.Report:
    """Try every constant whose name holds one of `only` (all when it is empty). Raises InvalidInputError for a name
    that is none. Constants of this process change while it works.
    """
    chosen = [one for one in constants if not only or any(part in one.name for part in only)]
    if not chosen:
        names = ", ".join(one.name for one in constants)
        raise InvalidInputError(f"No constant is named {only[0][:40]!r}.", field="only", remedy=f"One of {names}.")
    folds = np.array([asked.case.fold for asked in stored.asked], dtype=np.str_)
    if np.unique(folds).size < 2:
        raise InvalidInputError("All questions are of one fold.", field="data", remedy="Give two conversations.")
    with replay.remembering():
        present = await asyncio.to_thread(replay.figures, stored)
        rows = []
        for done, constant in enumerate(chosen, start=1):
            weights = _weights(str(stored.heading["kind"]), constant, present)
            found = await asyncio.to_thread(_tried, stored, constant, present)
            rows.append(_Trial(constant, weights, found, folds).report())
            progress("trying constants", done, len(chosen))
    return {
        "metrics": {**means(present), "constants": rows},
        "settings": report.settings(command="evaluate tune", folds=int(np.unique(folds).size), **stored.heading),
    }


def figure(figures: Figures, weights: Weights, among: NDArray[np.bool_]) -> float:
    """The weighted sum of the measures' means, in percent, over the questions `among` that have them."""
    return round(100 * sum(weight * _mean(figures[name][among]) for name, weight in weights.items()), 3)


def means(figures: Figures) -> dict[str, float]:
    """Every measure's mean in percent."""
    return {name: round(100 * _mean(values), 2) for name, values in figures.items() if not np.isnan(values).all()}


def _tried(stored: Stored, constant: Constant, present: Figures) -> dict[Value, Figures]:
    found: dict[Value, Figures] = {}
    for value in constant.tried:
        if value == constant.present:
            found[value] = present
            continue
        with constant.at(value):
            found[value] = replay.figures(stored)
    return found


def _weights(kind: str, constant: Constant, present: Figures) -> Weights:
    if constant.order or np.isnan(present["newer_first"]).all():
        return FIRST if kind == "xquad" else RECALL
    return NEWER


def _best(curve: Mapping[Value, float], present: Value) -> Value:
    """The value of the highest figure; of equal ones the present one, else the one nearest to it."""
    return max(curve, key=lambda value: (curve[value], -abs(value - present)))


def _mean(values: NDArray[np.float64]) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else 0.0


def load(path: Path, kind: str) -> Stored:
    """Stored results of that kind. Raises InvalidInputError."""
    stored = stored_hits.load(path)
    if (other := stored.heading["kind"]) != kind:
        raise InvalidInputError(f"{path} is of {other}, not of {kind}.", field="arms", remedy="Name another file.")
    return stored
