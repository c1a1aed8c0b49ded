"""Marking: the most likely marked stretches of a sequence of words (Viterbi, 1967)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

BEGINS, GOES_ON, OUTSIDE = range(3)
"""Labels of a word: it opens a mark, continues it, or is outside."""

WITHIN = 1.5
"""Penalty in log odds for a mark that begins or ends within a phrase instead of at a pause.
Unsure words stay with their neighbours: "warn | the town before it floods" is no end of a statement."""

_NEVER = -1e9


def marked_stretches(
    scores: NDArray[np.float32], opens: Sequence[bool], may_open: Sequence[bool]
) -> Iterator[tuple[int, int]]:
    """The marked stretches, as the places of the first word and of the word after the last.

    `scores` has a row of log probabilities for each word: begins, goes on, outside. No mark crosses a word that `opens`
    a sentence. Directly after a mark, another one begins only at a word that `may_open` one.
    """
    start = None
    for place, label in enumerate(_best(scores, opens, may_open)):
        if label != GOES_ON and start is not None:
            yield start, place
            start = None
        if label == BEGINS:
            start = place
    if start is not None:
        yield start, len(scores)


def _best(scores: NDArray[np.float32], opens: Sequence[bool], may_open: Sequence[bool]) -> list[int]:
    """The label of each word on the most likely path."""
    if not len(scores):
        return []
    total = scores[0].astype(np.float64)
    total[GOES_ON] = _NEVER
    came_from = []
    for row, is_first, is_free in zip(scores[1:], opens[1:], may_open[1:], strict=True):
        step = np.zeros((3, 3))
        step[OUTSIDE, GOES_ON] = _NEVER
        if is_first:
            step[:, GOES_ON] = _NEVER
        elif not is_free:
            step[:OUTSIDE, BEGINS] = _NEVER
            step[:OUTSIDE, OUTSIDE] = step[OUTSIDE, BEGINS] = -WITHIN
        ways = total[:, None] + step
        came_from.append(ways.argmax(axis=0))
        total = ways.max(axis=0) + row
    path = [int(total.argmax())]
    for before in reversed(came_from):
        path.append(int(before[path[-1]]))
    return path[::-1]
