"""The six relations between two memories."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.relations import MEANING, Described, judged, merged, relate
from graphmem.model.relation import Relation, RelationType

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


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
        (memory("n", "a b c d", "e"), memory("o", "a b x", "e"), ("n", "ELABORATES", "o", 0.5)),
        (memory("n", "a b c d", "e"), memory("o", "a x", "e"), ("n", "RELATED_TO", "o", 0.4)),
        (memory("n", "a b", "e f"), memory("o", "x y", "e f"), ("n", "SAME_ENTITY", "o", 0.7)),
        (memory("n", "a b", "e"), memory("o", "x y", "e"), None),
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
    why, reason = memory("n", "miss play", clauses=halves("", "miss play")), memory("o", "ankl sprain play")
    assert found(why, reason, adjacent=True) == ("o", "CAUSES", "n", 0.45)
    assert found(why, reason, adjacent=False) == ("n", "RELATED_TO", "o", 0.4)
    because = memory("n", "disk full ankl", clauses=halves("disk full", ""))
    assert found(because, reason, adjacent=True) == ("n", "CAUSES", "o", 0.45)


def test_that_is_why_needs_a_matter_in_common() -> None:
    why, reason = memory("n", "miss play", clauses=halves("", "miss play")), memory("o", "ankl sprain")
    assert found(why, reason, adjacent=True) is None
    near = relate(why, reason, adjacent=True, similarity=0.6)
    assert near is not None
    assert near.grounds == (MEANING,)


@pytest.mark.parametrize(("days", "is_cause"), [(0, True), (1, False), (-1, True)])
def test_no_cause_begins_after_its_effect(days: int, is_cause: bool) -> None:
    """By the day: a reason is often told a minute after what it explains."""
    crash = memory("crash", "server crash", begins=NOON + timedelta(days=days, minutes=1))
    because = memory("because", "server crash move", clauses=halves("server crash", "move cluster"), begins=NOON)
    relation = relate(because, crash, adjacent=False)
    assert (relation is not None and relation.type is RelationType.CAUSES) is is_cause


def test_who_says_it_is_no_common_subject() -> None:
    jon = frozenset({"entity://person/jon", "jon"})
    start = memory("start", "start studio", "entity://person/jon", speaker=jon, clauses=halves("passion", "studio"))
    later = memory("later", "like summer", "entity://person/jon", category="x", speaker=jon)
    assert found(start, later) is None
    assert found(memory("n", "a b", "e f g", speaker=frozenset({"g"})), memory("o", "x y", "e f g")) is not None
    assert found(memory("n", "a b", "e g", speaker=frozenset({"g"})), memory("o", "x y", "e g")) is None


def test_a_reason_that_both_give_makes_neither_the_cause_of_the_other() -> None:
    tough = memory("tough", "lost job tough", clauses=halves("lost job", "tough"))
    shop = memory("shop", "lost job shop", clauses=halves("lost job", "shop"))
    assert found(shop, tough) == ("shop", "ELABORATES", "tough", 0.5)


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


def test_two_people_do_not_contradict_each_other() -> None:
    """That Nils lives there and Ines does, too, are two facts, however sure the judge is."""
    nils = memory("n", "live bergen", entities="entity://person/nils")
    ines = memory("o", "live bergen", entities="entity://person/ines")
    said = {"CONTRADICTS": 0.9, "none": 0.1}
    assert judged(nils, ines, said) is None
    drawn = judged(nils, replace(nils, id="o"), said)
    assert drawn is not None
    assert (drawn.type, drawn.confidence) == (RelationType.CONTRADICTS, 0.9)


def test_a_judge_needs_something_in_common() -> None:
    """What the judge has to say of any two things that somebody said is not drawn."""
    siren, call = memory("a", "siren harbour night"), memory("b", "siren month")
    said = {"ELABORATES<": 0.7, "none": 0.1}
    assert judged(siren, memory("c", "workflow release"), {"ELABORATES<": 0.95}) is None
    assert judged(siren, call, said) is None
    assert judged(siren, call, {"ELABORATES<": 0.95}) is None
    assert judged(siren, memory("d", "siren harbour"), said) is not None
    assert judged(siren, memory("e", "hand shake"), said, together=True) is None, "nor for being said in one breath"


def test_a_head_tells_no_cause() -> None:
    siren, call = memory("a", "siren harbour night"), memory("b", "siren month")
    assert judged(siren, call, {"CAUSES<": 0.95}, together=True, adjacent=True) is None


def test_what_is_said_in_one_breath_need_not_name_again_what_it_points_to() -> None:
    """ "The licence takes eight weeks. So I'm going live in June." """
    later, licence = memory("n", "live june", clauses=halves("", "live june")), memory("o", "licenc week")
    assert relate(later, licence, adjacent=True) is None
    found_ = relate(later, licence, adjacent=True, together=True)
    assert found_ is not None
    assert (found_.type, found_.source, found_.grounds) == (RelationType.CAUSES, "o", (MEANING,))


def test_what_came_of_one_thing_is_what_the_next_came_of() -> None:
    replay = memory("o", "card replay storm", clauses=halves("card", "replay storm"))
    siren = memory("n", "took storm siren", clauses=halves("took storm", "siren"))
    assert found(siren, replay, adjacent=True) == ("o", "CAUSES", "n", 0.45)
    assert found(siren, replay, adjacent=False) != ("o", "CAUSES", "n", 0.45)


def test_the_reason_of_the_next_statement_may_be_a_word_of_this_one() -> None:
    """ "The SD card of the gateway was full, the log had written 7 GB. Because the card was full, …" """
    card = memory("o", "card gateway log write harbour switch debug")
    broker = memory("n", "card save state restart", clauses=halves("card", "save state restart"))
    assert found(broker, card, adjacent=True) == ("o", "CAUSES", "n", 0.5)
    assert found(broker, card, adjacent=False) == ("n", "RELATED_TO", "o", 0.4)
