"""The six relations between two memories."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.relations import Described, merged, relate, verdict
from graphmem.model.relation import Relation, RelationType


def memory(id_: str, stems: str = "", entities: str = "", **more: object) -> Described:
    base = Described(id_, frozenset(stems.split()), entities=frozenset(entities.split()))
    return replace(base, **more)  # type: ignore[arg-type]


def halves(cause: str, effect: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return ((frozenset(cause.split()), frozenset(effect.split())),)


def found(new: Described, old: Described, *, adjacent: bool = False) -> tuple[str, str, str, float] | None:
    relation = relate(new, old, adjacent=adjacent)
    if relation is None:
        return None
    return relation.source, relation.type.value, relation.target, relation.confidence


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        (memory("n", "a b c d", "e"), memory("o", "a x", "e"), ("n", "ELABORATES", "o", 0.5)),
        (memory("n", "a b", "e f"), memory("o", "x y", "e f"), ("n", "SAME_ENTITY", "o", 0.7)),
        (memory("n", "a b", "e"), memory("o", "x y", "e"), ("n", "SAME_ENTITY", "o", 0.5)),
        (memory("n", "a b c d e"), memory("o", "a v w x y z"), ("n", "RELATED_TO", "o", 0.4)),
        (memory("n", "a b c d e", category="plan"), memory("o", "a v w x y", category="fact"), None),
        (memory("n", "a b"), memory("o", "x y"), None),
    ],
)
def test_overlap(new: Described, old: Described, expected: tuple[str, str, str, float] | None) -> None:
    assert found(new, old) == expected


def test_the_cause_causes_the_effect_whichever_text_says_so() -> None:
    crash = memory("crash", "server crash")
    because = memory("because", "server crash move cluster", clauses=halves("server crash", "move cluster"))
    assert found(because, crash) == ("crash", "CAUSES", "because", 0.5)
    assert found(crash, because) == ("crash", "CAUSES", "because", 0.5)
    move = memory("move", "move cluster")
    assert found(because, move) == ("because", "CAUSES", "move", 0.5)


def test_that_is_why_points_to_what_was_said_just_before() -> None:
    why, reason = memory("n", "miss play", clauses=halves("", "miss play")), memory("o", "ankl sprain")
    assert found(why, reason, adjacent=True) == ("o", "CAUSES", "n", 0.45)
    assert found(why, reason, adjacent=False) is None
    because = memory("n", "disk full", clauses=halves("disk full", ""))
    assert found(because, reason, adjacent=True) == ("n", "CAUSES", "o", 0.45)


def test_a_chain_of_events_needs_something_shared() -> None:
    lost, had_to = (
        memory("o", "lost job", "sam", chain=frozenset({0})),
        memory("n", "move", "sam", chain=frozenset({2})),
    )
    assert found(had_to, lost) == ("o", "CAUSES", "n", 0.4)
    assert found(replace(had_to, entities=frozenset()), lost) is None


def test_the_gate_goes_first() -> None:
    new, old = memory("n", "a b", "e f"), memory("o", "a b", "e f")
    superseded = relate(new, old, adjacent=False, verdict=RelationType.SUPERSEDES)
    assert superseded is not None
    assert (superseded.source, superseded.target, superseded.detected_by) == ("n", "o", "gate")


def test_a_contradiction_that_tells_of_a_change_supersedes() -> None:
    new, old = memory("n", "a b", "e", replaces=True), memory("o", "a c", "e")
    assert verdict(new, old, contradicts=True) is RelationType.SUPERSEDES
    assert verdict(replace(new, replaces=False), old, contradicts=True) is RelationType.CONTRADICTS
    assert verdict(new, old, contradicts=False) is RelationType.SUPERSEDES
    assert verdict(replace(new, replaces=False), old, contradicts=False) is None
    assert verdict(new, memory("o", "x y", "z"), contradicts=False) is None


def test_a_duplicate_keeps_the_higher_confidence() -> None:
    weak = Relation("a", "b", RelationType.RELATED_TO, 0.4, "category")
    strong = Relation("a", "b", RelationType.RELATED_TO, 0.6, "model")
    other = Relation("a", "b", RelationType.CAUSES, 0.5, "connective")
    assert merged([weak, other, strong]) == (strong, other)


words = st.frozensets(st.sampled_from("abcdefgh"), max_size=5)
described = st.builds(
    Described,
    st.just("x"),
    words,
    entities=words,
    capitals=words,
    topics=words,
    clauses=st.lists(st.tuples(words, words), max_size=2).map(tuple),
    chain=st.frozensets(st.integers(0, 2)),
)


@given(described, described, st.booleans())
def test_a_relation_joins_the_two_and_symmetric_ones_read_the_same_from_both_sides(
    one: Described, other: Described, adjacent: bool
) -> None:
    one, other = replace(one, id="one"), replace(other, id="other")
    forward = relate(one, other, adjacent=adjacent)
    if forward is None:
        return
    assert {forward.source, forward.target} == {"one", "other"}
    assert 0 < forward.confidence <= 1
    if forward.type.symmetric:
        assert (forward.source, forward.target) == ("one", "other")
