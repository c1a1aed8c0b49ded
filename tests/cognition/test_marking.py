"""The likeliest marking of words: whole stretches, within sentences, parted only where they may be."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.cognition.marking import BEGINS, GOES_ON, OUTSIDE, WITHIN, marked_stretches

LETTERS = {"B": BEGINS, "I": GOES_ON, "O": OUTSIDE}


def scores(labels: str, sure: float = 0.9) -> np.ndarray:
    """Log probabilities in which each word is as sure of its label."""
    found = np.full((len(labels), 3), (1 - sure) / 2, np.float32)
    for place, label in enumerate(labels):
        found[place, LETTERS[label]] = sure
    return np.log(found)


def stretches(labels: str, opens: str = "", may_open: str = "") -> list[tuple[int, int]]:
    """Of words that say so, some of which (x) open a sentence or may open a second mark."""
    count = len(labels)
    marks = [[letter == "x" for letter in given.ljust(count, ".")] for given in (opens, may_open)]
    return list(marked_stretches(scores(labels), *marks))


@pytest.mark.parametrize(
    ("labels", "opens", "may_open", "found"),
    [
        ("", "", "", []),
        ("OOO", "x", "", []),
        ("BII", "x", "", [(0, 3)]),
        ("OBIOBI", "x", "", [(1, 3), (4, 6)]),
        ("BIBI", "x", "..x", [(0, 2), (2, 4)]),
        ("BIII", "x.x", "", [(0, 2), (2, 4)]),
        ("IIO", "x", "", [(0, 2)]),
    ],
)
def test_what_is_marked(labels: str, opens: str, may_open: str, found: list[tuple[int, int]]) -> None:
    assert stretches(labels, opens, may_open) == found


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(*[st.floats(-9, 0)] * 3, st.booleans(), st.booleans()), min_size=1, max_size=5))
def test_no_allowed_marking_is_likelier(words: list[tuple[float, float, float, bool, bool]]) -> None:
    told = np.array([word[:3] for word in words], np.float32)
    opens, may_open = [word[3] for word in words], [word[4] for word in words]

    def is_allowed(path: tuple[int, ...]) -> bool:
        before = OUTSIDE
        for place, label in enumerate(path):
            is_first = opens[place] or not place
            if label == GOES_ON and (before == OUTSIDE or is_first):
                return False
            if label == BEGINS and before != OUTSIDE and not (is_first or may_open[place]):
                return False
            before = label
        return True

    def stretches_of(path: tuple[int, ...]) -> list[tuple[int, int]]:
        starts = [place for place, label in enumerate(path) if label == BEGINS]
        return [
            (start, next((at for at in range(start + 1, len(path)) if path[at] != GOES_ON), len(path)))
            for start in starts
        ]

    def likely(path: tuple[int, ...]) -> float:
        found = float(sum(told[place, label] for place, label in enumerate(path)))
        for place in range(1, len(path)):
            changes = OUTSIDE in path[place - 1 : place + 1] and path[place - 1] != path[place]
            found -= WITHIN * (changes and not (opens[place] or may_open[place]))
        return found

    allowed = [path for path in product(range(3), repeat=len(words)) if is_allowed(path)]
    best = max(map(likely, allowed))
    likeliest = [path for path in allowed if likely(path) >= best - 1e-4]
    assert list(marked_stretches(told, opens, may_open)) in [stretches_of(path) for path in likeliest]
