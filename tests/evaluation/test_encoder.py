"""What the encoder is tuned on and judged by: lines, folds of writers, figures and cuts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from graphmem.model.language import RULED, Language
from tests.evals.encoder.endings import CREATE, GATE, SUPERSEDE, UNREAD, Pair, sentences_apart
from tests.evals.encoder.examples import OURS, RELATION, Text, folds, mirrored_pair, pairs, texts
from tests.evals.encoder.figures import auroc, cut_at_precision, cut_at_recall


@pytest.fixture(scope="module")
def read() -> list[Text]:
    """All labelled texts."""
    return texts()


@pytest.fixture(scope="module")
def told() -> list[Pair]:
    """All labelled pairs."""
    return pairs()


def test_every_writer_is_left_out_once_and_nobody_else(read: list[Text], told: list[Pair]) -> None:
    parts = folds(read, told, 3)
    everybody = sorted(writer for part in parts for writer in part)
    assert len(everybody) == len(set(everybody)) >= 40
    assert OURS.isdisjoint(everybody)
    assert not any(writer.startswith(UNREAD) for writer in everybody)
    sizes = [sum(one.writer in part for one in read) for part in parts]
    assert max(sizes) < 2 * min(sizes)


def test_stretches_and_marks_stand_in_their_texts(read: list[Text]) -> None:
    for one in read:
        assert all(0 <= part.start < part.end <= len(one.text) for part in one.stretches), one.text
        marks = [(0, 0), *(one.marks or ())]
        assert all(before[1] <= mark[0] for before, mark in pairwise(marks)), one.text
    assert {one.language for one in read} == set(RULED)


def test_what_has_ended_in_talk_shares_few_words_and_stands_beside_what_has_not(told: list[Pair]) -> None:
    natural = [one for one in told if one.natural]
    ended = [one for one in natural if one.label == SUPERSEDE]
    assert 200 < len(ended) < len(natural) / 2


def test_what_a_message_ends_stands_beside_what_it_leaves(told: list[Pair]) -> None:
    own = [(one.old, one.new, one.label) for one in told if one.id == "kiosk-c1-09"]
    old, new = "the greasy spoon over the road charges 2.40", "greasy spoon's gone up to 2.60"
    assert (old, new, SUPERSEDE) in own
    assert (old, new, CREATE) not in own
    assert any(label == CREATE and one != old for one, _, label in own), "what else was said before"
    assert any(label == CREATE and one == old for one, _, label in own), "what else it says"
    unread = {one.writer for one in told if one.writer.startswith(UNREAD)}
    assert unread == {f"{UNREAD}kaptan", f"{UNREAD}harbour"}, "the cuts of changes are chosen on them"


def test_what_a_message_ends_is_no_hard_negative_of_it() -> None:
    beside = list(sentences_apart(lambda writer: writer == "kiosk", np.random.default_rng(0), 1000))
    assert len(beside) > 300
    own = [one for told in beside for one in told if one.id == "kiosk-c1-09"]
    assert own
    assert all(one.label == CREATE for one in own)
    assert not any("charges 2.40" in one.old for one in own)


def test_a_mirrored_relation_points_back() -> None:
    pair = Pair("w", Language.EN, "It rained.", "The match was off.", RELATION, "CAUSES>")
    assert mirrored_pair(pair) == Pair("w", Language.EN, "The match was off.", "It rained.", RELATION, "CAUSES<")
    assert mirrored_pair(mirrored_pair(pair)) == pair
    same = Pair("w", Language.EN, "a", "b", GATE, "reinforce")
    assert mirrored_pair(same).label == "reinforce"


def test_ranks_are_told_by_how_often_what_is_so_comes_first() -> None:
    assert auroc([(0.9, True), (0.8, True), (0.1, False)]) == 1.0
    assert auroc([(0.1, True), (0.9, False)]) == 0.0
    assert auroc([(0.5, True), (0.5, False)]) == 0.5


def test_a_cut_is_the_lowest_that_is_precise_enough() -> None:
    told = [(1 - place / 100, place % 10 != 9) for place in range(40)]
    cut, recall = cut_at_precision(told, 0.9)
    assert (round(cut, 2), recall) == (0.61, 1.0)
    assert cut_at_precision(told, 0.99)[0] == pytest.approx(0.92)
    assert cut_at_precision(told[:5], 0.5) == (1.01, 0.0), "too few to rest a cut on"


def test_a_cut_for_a_share_tells_what_comes_along() -> None:
    told = [(0.9, True), (0.8, True), (0.7, False), (0.6, True), (0.5, True)]
    cut, junk = cut_at_recall(told, 1.0)
    assert cut == pytest.approx(0.5)
    assert junk == pytest.approx(0.2)
