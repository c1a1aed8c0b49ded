"""What a share of the writers teaches about those left out."""

from __future__ import annotations

import numpy as np

from graphmem.model.language import Language
from graphmem.services.text_judging import CATEGORY, NO, TOLD, YES
from tests.evals.learning_curve import curve
from tests.evals.text_heads import Rows
from tests.evals.text_lines import Line

WRITERS, LINES = 8, 12


def _rows(head: str, yes: str, no: str) -> Rows:
    """Lines told apart by one dimension, each of which a writer hides by a habit of their own in another."""
    chance = np.random.default_rng(3)
    lines, rows = [], []
    for writer in range(WRITERS):
        for place in range(LINES):
            so = place % 2
            lines.append(Line(f"w{writer}", f"{writer} {place}", Language.EN, {head: yes if so else no}))
            row = chance.normal(size=12)
            row[0] += 1.6 * so
            row[1 + writer] += 4.0 * so
            rows.append(row)
    return Rows(lines, ("mark",), np.array(rows, np.float32))


def test_the_more_writers_the_better_is_judged_who_is_left_out() -> None:
    few, all_ = curve(_rows(TOLD, YES, NO), TOLD, shares=(0.15, 1.0), draws=2)
    assert (few.share, all_.share) == (0.15, 1.0)
    assert (len(few.figures), len(all_.figures)) == (2, 1)
    assert (few.lines, all_.lines) == (LINES, (WRITERS - 1) * LINES), "nobody learns of the writer who is judged"
    assert np.mean(few.figures) < all_.figures[0] - 0.05


def test_several_labels_are_told_by_their_accuracy() -> None:
    data = _rows(CATEGORY, "fact", "plan")
    (point,) = curve(data, CATEGORY, shares=(1.0,))
    right = point.figures[0] * WRITERS * LINES
    assert 0.6 < point.figures[0] < 1
    assert abs(right - round(right)) < 1e-6, "a share of the lines"
    assert list(curve(data, CATEGORY, shares=(1.0,))) == [point], "the same draw gives the same figure"
