"""How many relations go when an owner has too many."""

from __future__ import annotations

import pytest

from graphmem.cognition.pruning import surplus


@pytest.mark.parametrize(("count", "gone"), [(0, 0), (1000, 0), (1001, 101), (2000, 1100)])
def test_none_go_up_to_the_limit_then_all_above_nine_tenths_of_it(count: int, gone: int) -> None:
    assert surplus(count, limit=1000) == gone
