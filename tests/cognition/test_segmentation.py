"""Where a closet ends: never before the eighth turn, always after the tenth, in between when the words change."""

from __future__ import annotations

import pytest

from graphmem.cognition.segmentation import LONGEST, SHORTEST, starts_new


@pytest.mark.parametrize(
    ("size", "words", "expected"),
    [
        (0, {"boat"}, False),
        (SHORTEST - 1, {"boat"}, False),
        (SHORTEST, {"boat"}, True),
        (SHORTEST, {"battery"}, False),
        (LONGEST, {"battery"}, True),
    ],
)
def test_bounds(size: int, words: set[str], expected: bool) -> None:
    assert starts_new(size=size, words=words, topic={"battery", "wire"}) is expected
