"""Memories speak for the turns they were made from: each turn is as near to a question as its nearest statement."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition import scoring
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.instant import PRESENT
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.ports import Purpose
from graphmem.services.retrieval.cross_language import Reading
from graphmem.services.retrieval.memory_evidence import nearness_by_turn
from graphmem.services.retrieval.options import DEFAULT, RecallOptions
from graphmem.services.retrieval.turn_scoring import pool_of
from graphmem.store import memory_recall
from graphmem.store.memory_recall import NOTHING_NEAR, Scope, VectorHits
from graphmem.store.recall import Hits
from tests.services.retrieval.conftest import day

NOTHING = Hits([], [], [], [], [], [])
VECTOR = Hits(["t1", "t2", "t3"], [0.8, 0.8, 0.7], ["a", "b", "c"], [0, 0, 0], ["Ada"] * 3, ["en", "tr", "en"])
NEWS = (
    "Hey Selim, sorry that I vanished, it was a wild month! I adopted a greyhound from the rescue centre. "
    "And you, did the roof survive the storm, and how are your parents?"
)


def test_a_turn_is_as_near_as_its_nearest_statement() -> None:
    near = VectorHits(["m1", "m2", "m3", "m4"], [0.9, 0.8, 0.7, 0.6], [["t2"], ["t1", "t2"], ["t1", "t3"], []])
    assert nearness_by_turn(near) == {"t1": 0.8, "t2": 0.9, "t3": 0.7}
    assert nearness_by_turn(NOTHING_NEAR) == {}


@given(st.lists(st.tuples(st.floats(0.01, 1), st.lists(st.sampled_from("uvwxyz"), unique=True))))
def test_every_turn_has_the_best_of_its_statements(rows: list[tuple[float, list[str]]]) -> None:
    near = VectorHits(
        [str(place) for place in range(len(rows))], [score for score, _ in rows], [turns for _, turns in rows]
    )
    found = nearness_by_turn(near)
    assert found.keys() == {turn for _, turns in rows for turn in turns}
    assert all(score == max(one for one, turns in rows if turn in turns) for turn, score in found.items())


def pool_scores(reading: Reading) -> dict[str, float]:
    pool = pool_of("Where?", {"vector": VECTOR, "text": NOTHING}, reading, {"t1": 0.85, "t2": 0.85})
    return dict(zip(pool.ids, pool.signals["statement"].tolist(), strict=True))


def test_a_statement_in_another_language_is_lifted_like_its_turn() -> None:
    assert pool_scores(Reading()) == {"t1": 0.0, "t2": 0.0, "t3": 0.0}
    assert pool_scores(Reading(1.0, Language.EN, 0.04)) == pytest.approx({"t1": 0.0, "t2": 1.0, "t3": 0.0})


async def test_news_in_a_greeting_is_found_by_what_it_states(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, NEWS, speaker="Ada", said_at=day(1))
    for other in ("I work at the harbour office in Trieste.", "My brother Kerem paints old boats."):
        await memory.observer.observe(tenant, other, speaker="Selim", said_at=day(1))

    async def found(*without: str) -> dict[str, float]:
        options = RecallOptions(touch=False, without=DEFAULT.without | set(without))
        hits = (await memory.recall("Which animal did Ada adopt?", owner=tenant.name, options=options)).hits
        (news,) = [hit for hit in hits if hit.drawer.text == NEWS]
        return dict(news.signals)

    signals = await found()
    assert signals["statement"] == 1.0
    assert signals["tells"] == pytest.approx(1 - scoring.ASKED)  # it asks, too
    assert "statement" not in await found("statements")


def test_what_was_said_later_than_asked_about_is_not_brought_in() -> None:
    pool = pool_of("Where?", {"vector": VECTOR, "text": NOTHING}, stated={"t1": 0.9, "t3": 0.7, "later": 0.95})
    assert list(pool.ids) == ["t1", "t2", "t3"]
    assert pool.signals["statement"].tolist() == pytest.approx([1.0, 0.0, 0.0])


async def test_the_turns_of_memories_come_with_what_is_nearest(memory: GraphMem, tenant: Owner) -> None:
    seen = await memory.observer.observe(tenant, NEWS, speaker="Ada", said_at=day(1))
    made = [one.memory for one in seen.statements if one.memory]
    (vector,) = await memory.embedder.embed(["a greyhound"], Purpose.QUERY)
    for categories in (None, tuple(Category)):
        scope = Scope(tenant, PRESENT.bounds(datetime.now(UTC)), categories=categories)
        near = await memory_recall.by_meaning(memory.database, scope, np.asarray(vector), 10)
        assert sorted(near.ids) == sorted(made)
        found = (await memory.recall("greyhound", owner=tenant.name)).hits
        assert set(nearness_by_turn(near)) == {hit.drawer.id for hit in found if hit.drawer.text == NEWS}
