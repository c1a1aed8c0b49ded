"""The gate's bands, its order of questions, and what no similarity may bring it to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.prediction_error import (
    MAY_HAVE_CHANGED,
    Changed,
    Judged,
    Neighbour,
    NewStatement,
    decide,
    likeness,
)
from graphmem.model.gate import GateAction

PLAIN = NewStatement(importance=0.3)
WORTHY = NewStatement(importance=0.6)
SHARES = st.floats(0.0, 1.0)


@pytest.mark.parametrize(
    ("similarity", "action"),
    [
        (0.0, GateAction.CREATE),
        (0.6999, GateAction.CREATE),
        (0.70, GateAction.SKIP),
        (0.7499, GateAction.SKIP),
        (0.75, GateAction.UPDATE),
        (0.92, GateAction.UPDATE),
        (0.9201, GateAction.REINFORCE),
    ],
)
def test_bands_of_similarity(similarity: float, action: GateAction) -> None:
    assert decide(PLAIN, [Neighbour("m", similarity)]).action is action


def test_what_matters_is_not_skipped() -> None:
    assert decide(WORTHY, [Neighbour("m", 0.72)]).action is GateAction.CREATE


def test_nothing_near_is_created() -> None:
    decision = decide(PLAIN, [])
    assert (decision.action, decision.target, decision.similarity) == (GateAction.CREATE, None, 0.0)


def test_a_contradiction_with_the_third_neighbour_supersedes_it() -> None:
    near = [Neighbour("a", 0.95), Neighbour("b", 0.9), Neighbour("c", 0.71, contradicts=True)]
    decision = decide(PLAIN, near)
    assert (decision.action, decision.target) == (GateAction.SUPERSEDE, "c")


def test_a_contradiction_too_far_away_is_none() -> None:
    assert decide(PLAIN, [Neighbour("m", 0.69, contradicts=True)]).action is GateAction.CREATE


def test_the_same_text_reinforces_whatever_the_vectors_say() -> None:
    decision = decide(PLAIN, [Neighbour("a", 0.8), Neighbour("b", 0.1, identical=True)])
    assert (decision.action, decision.target, decision.similarity) == (GateAction.REINFORCE, "b", 1.0)


def test_an_immutable_memory_is_neither_updated_nor_superseded() -> None:
    added = decide(PLAIN, [Neighbour("m", 0.85, immutable=True)])
    assert (added.action, added.target, added.elaborates) == (GateAction.CREATE, "m", True)
    denied = decide(PLAIN, [Neighbour("m", 0.85, immutable=True, contradicts=True)])
    assert (denied.action, denied.target, denied.contradicts) == (GateAction.CREATE, "m", True)


def test_words_overrule_vectors() -> None:
    assert decide(PLAIN, [Neighbour("m", 0.6, covered=1.0, repeated=1.0)]).action is GateAction.REINFORCE
    assert decide(PLAIN, [Neighbour("m", 0.99, covered=1.0, repeated=0.5)]).action is GateAction.UPDATE
    assert decide(PLAIN, [Neighbour("m", 0.85, covered=0.3, repeated=0.3)]).action is GateAction.CREATE


@given(SHARES, SHARES, SHARES)
def test_two_statements_are_never_merged(similarity: float, covered: float, repeated: float) -> None:
    one = Neighbour("m", similarity, covered=covered, repeated=repeated, apart=True)
    assert decide(WORTHY, [one]).action is GateAction.CREATE


@given(SHARES, SHARES, SHARES)
def test_what_differs_never_reinforces(similarity: float, covered: float, repeated: float) -> None:
    one = Neighbour("m", similarity, covered=covered, repeated=repeated, differs=True)
    assert decide(WORTHY, [one]).action is not GateAction.REINFORCE


@given(SHARES, SHARES, SHARES)
def test_likeness_is_a_share(similarity: float, covered: float, repeated: float) -> None:
    assert 0.0 <= likeness(Neighbour("m", similarity, covered=covered, repeated=repeated)) <= 1.0


def judged(id_: str, forbidden: frozenset[str] = frozenset(), **probabilities: float) -> Neighbour:
    given = {"create": 0.0, "reinforce": 0.0, "update": 0.0, "supersede": 0.0} | probabilities
    return Neighbour(id=id_, similarity=0.8, judged=Judged(given, forbidden, {"reinforce": 0.9}))


def changed(id_: str, sure: float) -> Neighbour:
    return replace(judged(id_, create=0.9), changed=Changed(sure, closes=0.8, asks=0.6))


def test_a_verdict_acts_from_its_cut_off_on_and_links_below_it() -> None:
    new = NewStatement(1.0)
    assert decide(new, [judged("a", reinforce=0.95, update=0.05)]).action is GateAction.REINFORCE
    alike = decide(new, [judged("a", reinforce=0.8, update=0.2)])
    assert (alike.action, alike.elaborates) == (GateAction.CREATE, True)
    assert decide(new, [judged("a", update=0.7, create=0.3)]).action is GateAction.UPDATE
    other = decide(new, [judged("a", create=0.9, update=0.1)])
    assert (other.action, other.target) == (GateAction.CREATE, None)


def test_a_change_ends_the_likeliest_and_is_asked_about_where_it_is_less_sure() -> None:
    new, near = NewStatement(1.0), changed("near", 0.1)
    found = decide(new, [near, changed("far", 0.85)])
    assert (found.action, found.target) == (GateAction.SUPERSEDE, "far")
    asked = decide(new, [near, changed("far", 0.7)])
    assert (asked.action, asked.target, asked.contradicts, asked.confidence) == (GateAction.CREATE, "far", True, 0.7)
    assert not decide(new, [near, changed("far", 0.5)]).contradicts
    in_part = decide(new, [replace(changed("a", 0.9), partly=True)])
    assert (in_part.action, in_part.contradicts) == (GateAction.CREATE, True), "the rest of it stays true"


def test_what_repeats_the_whole_and_adds_to_it_is_no_doubtful_change() -> None:
    """As "… in Redis with a one hour expiry" does to "The cache is stored in Redis"."""
    new = NewStatement(1.0)
    fuller = replace(judged("a", update=0.7, create=0.2), covered=1.0, changed=Changed(0.65, closes=0.8, asks=0.6))
    assert decide(new, [fuller]).action is GateAction.UPDATE
    for other in (
        replace(fuller, covered=0.8),
        replace(fuller, judged=judged("a", update=0.5, create=0.5).judged),
    ):
        decision = decide(new, [other])
        assert (decision.action, decision.contradicts) == (GateAction.CREATE, True)
    assert decide(new, [replace(fuller, changed=Changed(0.9, closes=0.8, asks=0.6))]).action is GateAction.SUPERSEDE


def test_what_may_not_be_ended_is_not_ended_by_a_sure_change() -> None:
    sure = changed("a", 0.99)
    for one in (replace(sure, immutable=True), replace(sure, others=True), replace(sure, hearsay=True)):
        held = decide(NewStatement(1.0), [one])
        assert (held.action, held.target, held.contradicts) == (GateAction.CREATE, "a", True)
    once = decide(NewStatement(1.0), [replace(sure, binding=True)])
    assert (once.action, once.contradicts) == (GateAction.CREATE, False), "what happened once ends no way of working"


def test_a_correction_in_words_acts_with_a_verdict_and_asks_without() -> None:
    near = judged("near", create=0.9)
    found = decide(NewStatement(0.5), [near, replace(changed("a", 0.65), corrects=True)])
    assert (found.action, found.target) == (GateAction.SUPERSEDE, "a"), "also of one that is not the nearest"
    for doubted in (replace(changed("a", 0.5), corrects=True), Neighbour("a", 0.9, corrects=True)):
        asked = decide(NewStatement(0.5), [near, doubted])
        assert (asked.action, asked.target, asked.contradicts) == (GateAction.CREATE, "a", True)
        assert asked.reason == MAY_HAVE_CHANGED


def test_what_is_forbidden_is_not_done_however_probable() -> None:
    never = frozenset({"reinforce"})
    assert decide(NewStatement(1.0), [judged("a", never, reinforce=0.99)]).action is GateAction.CREATE


def test_what_is_otherwise_now_is_asked_about_and_nothing_is_ended() -> None:
    far = Neighbour("m", 0.3, follows=True)
    decision = decide(PLAIN, [Neighbour("a", 0.5), far])
    assert (decision.action, decision.target, decision.contradicts) == (GateAction.CREATE, "m", True)
    assert decision.reason.startswith(MAY_HAVE_CHANGED)
    assert not decide(PLAIN, [replace(far, others=True)]).contradicts
    assert decide(PLAIN, [far, Neighbour("b", 0.9, contradicts=True)]).action is GateAction.SUPERSEDE
