"""What may sleep, whatever an owner's memories say: nothing that is stated falls silent, and dreams end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j import AsyncGraphDatabase

from graphmem.errors import DatabaseUnavailableError
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.sleep import _decide, _memories_of, sleep
from graphmem.store.database import Address, Database

NOW = datetime(2026, 11, 1, tzinfo=UTC)
LEFT = NOW - timedelta(days=90)


def row(number: int, told: tuple[int, ...], used: int) -> dict[str, Any]:
    """A memory that states some codes, as the store gives it, made and left alone long ago."""
    return {
        **{"id": f"{number:032d}", "text": f"The codes are {told}." if told else "It rained.", "language": "en"},
        **{"tier": "episodic", "sub_tier": "personal", "category": "fact", "utility": 0.5, "said_at": LEFT},
        **{"used_ms": LEFT.timestamp() * 1000, "recorded_ms": LEFT.timestamp() * 1000, "access_count": used},
        **{"questions": used, "gist": None, "exempt": False, "names": [], "facts": [], "seen": []},
    }


MEMORIES = st.lists(st.tuples(st.lists(st.integers(100, 106), max_size=3).map(tuple), st.integers(0, 2)), max_size=25)


@given(MEMORIES, st.integers(1, 20), st.randoms(use_true_random=False))
def test_nothing_that_is_stated_falls_silent_order_tells_nothing_and_dreams_end(
    told: list[tuple[tuple[int, ...], int]], most: int, chance: Any
) -> None:
    rows = [row(number, *one) for number, one in enumerate(told)]
    read = _memories_of(rows, NOW, {})
    asleep = {change.memory for change in _decide(read, most).changes}
    stated = {specific for one in read for specific in one.worth.specifics}
    awake = {specific for one in read if one.worth.id not in asleep for specific in one.worth.specifics}
    assert stated == awake
    shuffled = list(read)
    chance.shuffle(shuffled)
    assert {change.memory for change in _decide(shuffled, most).changes} == asleep
    after = [one | {"tier": "dormant" if one["id"] in asleep else one["tier"]} for one in rows]
    assert _decide(_memories_of(after, NOW, {}), most).changes == ()


def test_where_all_are_worth_the_same_only_room_is_made() -> None:
    read = _memories_of([row(number, (), 0) for number in range(10)], NOW, {})
    assert _decide(read, 10).changes == ()
    assert len(_decide(read, 5).changes) == 6


async def test_a_database_that_is_away_is_told_as_such() -> None:
    """Not as a group of errors, which nobody who waits for the database catches."""
    address = Address("bolt://127.0.0.1:1", "neo4j", "")
    away = Database(AsyncGraphDatabase.driver(address.uri, max_transaction_retry_time=0.1), address)
    try:
        with pytest.raises(DatabaseUnavailableError):
            await sleep(away, Owner.named("test-away"), NOW, 2, most=1)
    finally:
        await away.aclose()
