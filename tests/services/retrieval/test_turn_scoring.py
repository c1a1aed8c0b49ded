"""Pools of candidates: how far the best conversation speaks for its turns."""

from __future__ import annotations

import pytest

from graphmem.language.question.list_questions import asks_several
from graphmem.model.language import Language
from graphmem.services.retrieval.turn_scoring import pool_of
from graphmem.store.recall import Hits

ROOMS = ["a", "a", "a", "b", "c", "d", "e"]
FOUND = Hits(
    [f"t{place}" for place in range(7)],
    [0.9, 0.85, 0.7, 0.74, 0.6, 0.6, 0.6],
    ROOMS,
    [0, 2, 4, 0, 0, 0, 0],
    ["Ada"] * 7,
    ["en"] * 7,
)
NOTHING = Hits([], [], [], [], [], [])


def test_a_list_is_looked_for_beyond_the_best_conversation() -> None:
    retrievers = {"vector": FOUND, "text": NOTHING}
    one, several = pool_of("Which lake?", retrievers), pool_of("Which lakes?", retrievers, several=True)
    lead = [pool.scores[pool.ids.index("t2")] - pool.scores[pool.ids.index("t3")] for pool in (one, several)]
    assert lead[0] > lead[1]
    assert one.best(2) == several.best(2) == ["t0", "t1"]
    assert one.signals["room"].tolist() == pytest.approx(several.signals["room"].tolist())


def test_without_memories_a_turn_is_told_by_its_own_similarity() -> None:
    retrievers = {"vector": FOUND, "text": Hits(["t3"], [5.0], ["b"], [0], ["Ada"], ["en"])}
    bare, told = (
        pool_of("Which lake?", retrievers),
        pool_of("Which lake?", retrievers, stated=dict.fromkeys(FOUND.ids, 0.8)),
    )
    assert set(told.signals["statement"].tolist()) == {0.0}
    lead = [(pool.scores[0] - pool.scores[3]) / pool.scores.max() for pool in (bare, told)]
    assert lead[0] > lead[1]


def test_the_best_are_taken_from_those_that_are_wanted() -> None:
    pool = pool_of("Which lake?", {"vector": FOUND, "text": NOTHING})
    assert pool.best(2, among={"t3", "t1", "t6"}) == ["t1", "t3"]
    assert pool.best(0) == []
    assert asks_several("Which lakes did we see?", Language.EN)
