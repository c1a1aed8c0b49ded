"""Groups of statements that are near each other."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.clustering import LEAST, MOST, groups


def _cosines(angles: list[float]) -> np.ndarray:
    turned = np.asarray(angles, dtype=np.float32)
    points = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    return np.asarray(points @ points.T, dtype=np.float32)


def test_near_ones_are_a_group_and_a_chain_is_none() -> None:
    assert list(groups(_cosines([0.0, 1.5, 0.02, 1.52, 0.04, 3.0]), 0.95)) == [(0, 2, 4)]
    chain = [0.3 * step for step in range(9)]
    assert all(len(group) < 9 for group in groups(_cosines(chain), 0.95)), "each is near the next, the ends are not"
    assert list(groups(_cosines([0.0, 0.1]), 0.5)) == [], "two are no group"
    assert [len(group) for group in groups(np.ones((25, 25), np.float32), 0.9)] == [MOST, MOST]


@given(st.lists(st.floats(0, 3.1), max_size=30), st.floats(0.5, 0.999))
def test_every_group_is_near_on_average_and_of_its_size(angles: list[float], cut: float) -> None:
    near = _cosines(angles) if angles else np.zeros((0, 0), np.float32)
    found = list(groups(near, cut)) if angles else []
    assert found == (list(groups(near, cut)) if angles else [])
    assert len({place for group in found for place in group}) == sum(len(group) for group in found)
    for group in found:
        assert LEAST <= len(group) <= MOST
        assert max(float(near[one, other]) for one in group for other in group if one != other) >= cut - 1e-5
