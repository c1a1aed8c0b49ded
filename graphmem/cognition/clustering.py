"""Which memories of one subject are about one topic: small groups in which all are near to each other.

Connected components over near pairs chain: in talk, one thing leads to the next. Here two groups become one only while
their members are near on average (average linkage, Sokal and Michener, 1958), and what is left of fewer than three is
no group.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = 3, 12
"""Members of a group."""

SAME_TOPIC = 0.54
"""Calibrated similarity from which statements of one subject that name the same thing are about one topic: read
group by group on a year of talk, with the multilingual embedder (0.88 raw)."""


def groups(near: NDArray[np.float32], cut: float) -> Iterator[tuple[int, ...]]:
    """Groups of 3 to 12 by their places, given the cosines of all to all; below `cut` on average two are apart.

    The nearest pair of groups first, of equals the one that begins first, so that the same is found every time.
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
