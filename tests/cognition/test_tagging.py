"""Tags of weak memories and their capture by an important one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from graphmem.cognition.tagging import Tag, tag

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_weak_memories_are_tagged_for_four_hours() -> None:
    assert tag(memory_id="m", session="s", importance=0.49, now=NOW) == Tag("m", "s", NOW + timedelta(hours=4))
    assert tag(memory_id="m", session="s", importance=0.5, now=NOW) is None
    assert tag(memory_id="m", session="", importance=0.1, now=NOW) is None
