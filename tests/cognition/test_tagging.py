"""Tags of weak memories and their capture by an important one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.tagging import Tag, captured, captured_stability, tag

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_weak_memories_are_tagged_for_four_hours() -> None:
    assert tag(memory_id="m", session="s", importance=0.49, now=NOW) == Tag("m", "s", NOW + timedelta(hours=4))
    assert tag(memory_id="m", session="s", importance=0.5, now=NOW) is None
    assert tag(memory_id="m", session="", importance=0.1, now=NOW) is None


def test_an_important_memory_captures_the_living_tags_of_its_session() -> None:
    mine = Tag("m1", "s", NOW + timedelta(minutes=1))
    tags = (mine, Tag("m2", "s", NOW), Tag("m3", "other", NOW + timedelta(hours=1)))
    assert captured(tags, session="s", importance=0.7, now=NOW) == (mine,)
    assert captured(tags, session="s", importance=0.69, now=NOW) == ()
    assert captured_stability(2.0) == pytest.approx(2.6)


@given(st.floats(0, 0.49), st.floats(0.7, 1), st.timedeltas(timedelta(0), timedelta(hours=8)))
def test_capture_happens_exactly_within_the_lifetime(weak: float, strong: float, later: timedelta) -> None:
    given_tag = tag(memory_id="m", session="s", importance=weak, now=NOW)
    assert given_tag is not None
    caught = captured([given_tag], session="s", importance=strong, now=NOW + later)
    assert bool(caught) == (later < timedelta(hours=4))
