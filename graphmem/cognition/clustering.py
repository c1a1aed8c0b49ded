"""Clustering of one subject's memories into topics: small groups whose members are all similar.

Connected components over similar pairs chain: in talk, one thing leads to the next. Here two groups merge only while
their members are similar on average (average linkage, Sokal and Michener, 1958), and fewer than three are no group.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = 3, 12
"""Smallest and largest size of a group."""

SAME_TOPIC = 0.54
"""Calibrated similarity from which a subject's statements that name the same thing share a topic.
It was set by reading the groups of a year of talk, with the multilingual embedder (0.88 raw)."""


def groups(near: NDArray[np.float32], cut: float) -> Iterator[tuple[int, ...]]:
    """Groups of 3 to 12 places, given all cosines; groups below `cut` on average stay apart.

    The most similar pair of groups merges first, of equal ones the one that begins first, so that results repeat.
    """
    members: dict[int, tuple[int, ...]] = {place: (place,) for place in range(len(near))}
    linked = np.array(near, dtype=np.float64)
    np.fill_diagonal(linked, -1.0)
    while len(members) > 1:
        one, other = divmod(int(np.argmax(linked)), len(linked))
        if linked[one, other] < cut:
            break
        sizes = len(members[one]), len(members[other])
        if sum(sizes) > MOST:
            linked[one, other] = linked[other, one] = -1.0
            continue
        apart = (linked[one] < 0) | (linked[other] < 0)
        mean = (sizes[0] * linked[one] + sizes[1] * linked[other]) / sum(sizes)
        linked[one] = linked[:, one] = np.where(apart, -1.0, mean)
        linked[other] = linked[:, other] = -1.0
        members[one] = tuple(sorted((*members[one], *members.pop(other))))
    yield from sorted(group for group in members.values() if len(group) >= LEAST)
