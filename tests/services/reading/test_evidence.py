"""Memories speak for the turns they were made from: each turn is as near to a question as its nearest statement."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.facade import GraphMem
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services.reading.evidence import nearest_of
from graphmem.services.reading.options import DEFAULT, Options
from graphmem.services.reading.ranking import pool_of
from graphmem.services.reading.tongues import Reading
from graphmem.store import remembered
from graphmem.store.recall import Hits
from graphmem.store.remembered import Spoken
from tests.services.reading.conftest import day

NOTHING = Hits([], [], [], [], [], [])
NEWS = (
    "Hey Selim, sorry that I vanished, it was a wild month! I adopted a greyhound from the rescue centre. "
    "And you, did the roof survive the storm, and how are your parents?"
)


def said(memory: str, turn: str, position: int = 0, language: str = "en") -> Spoken:
    return Spoken(memory, turn, "room", position, "Ada", language)


def test_a_turn_is_as_near_as_its_nearest_statement() -> None:
    near = {"m1": 0.2, "m2": 0.8, "m3": 0.6}
    hits = nearest_of(near, [said("m1", "t1"), said("m2", "t2", 4), said("m3", "t1"), said("m3", "t3", 7)])
    assert hits.ids == ["t2", "t1", "t3"]
    assert hits.scores == pytest.approx([0.9, 0.8, 0.8])
    assert (hits.rooms, hits.positions, hits.speakers) == (["room"] * 3, [4, 0, 7], ["Ada"] * 3)


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1), min_size=1),
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("uvwxyz"))),
)
def test_turns_come_once_best_first(near: dict[str, float], links: list[tuple[str, str]]) -> None:
    hits = nearest_of(near, [said(memory, turn) for memory, turn in links if memory in near])
    assert set(hits.ids) == {turn for memory, turn in links if memory in near}
    assert len(set(hits.ids)) == len(hits.ids)
    assert hits.scores == sorted(hits.scores, reverse=True)
    for turn, score in zip(hits.ids, hits.scores, strict=True):
        assert score == (1 + max(near[memory] for memory, one in links if one == turn and memory in near)) / 2


def pool_scores(reading: Reading) -> dict[str, float]:
    vector = Hits(["t1", "t2", "t3"], [0.8, 0.8, 0.7], ["a", "b", "c"], [0, 0, 0], ["Ada"] * 3, ["en", "tr", "en"])
    stated = Hits(["t1", "t2"], [0.85, 0.85], ["a", "b"], [0, 0], ["Ada"] * 2, ["en", "tr"])
    pool = pool_of("Where?", {"vector": vector, "text": NOTHING, "statement": stated}, reading)
    return dict(zip(pool.ids, pool.signals["statement"].tolist(), strict=True))


def test_a_statement_in_another_language_is_lifted_like_its_turn() -> None:
    assert pool_scores(Reading()) == {"t1": 0.0, "t2": 0.0, "t3": 0.0}
    assert pool_scores(Reading(1.0, Language.EN, 0.04)) == pytest.approx({"t1": 0.0, "t2": 1.0, "t3": 0.0})


async def test_news_in_a_greeting_is_found_by_what_it_states(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, NEWS, speaker="Ada", said_at=day(1))
    for other in ("I work at the harbour office in Trieste.", "My brother Kerem paints old boats."):
        await memory.observer.observe(tenant, other, speaker="Selim", said_at=day(1))

    async def found(*without: str) -> tuple[dict[str, float], dict[str, int]]:
        options = Options(touch=False, without=DEFAULT.without | set(without))
        hits = (await memory.recall("Which animal did Ada adopt?", owner=tenant.name, options=options)).hits
        (news,) = [hit for hit in hits if hit.drawer.text == NEWS]
        return dict(news.signals), dict(news.ranks)

    signals, ranks = await found()
    assert signals["statement"] == 1.0
    assert ranks["statement"] == 1
    signals, ranks = await found("statements")
    assert "statement" not in signals.keys() | ranks.keys()


async def test_what_was_said_later_than_asked_about_is_no_place(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, NEWS, speaker="Ada", said_at=day(3))
    (stated,) = (await memory.recall("greyhound", owner=tenant.name)).memories[:1]
    ids = [stated.memory.id]
    (place,) = await remembered.spoken(memory.database, tenant, ids)
    assert (place.memory, place.speaker, place.language) == (stated.memory.id, "Ada", "en")
    assert await remembered.spoken(memory.database, tenant, ids, day(2)) == []
    assert await remembered.spoken(memory.database, tenant, ids, datetime(2027, 1, 1, tzinfo=UTC)) == [place]
    assert await remembered.spoken(memory.database, Owner("somebody-else", "nobody"), ids) == []
