"""Tense, mood and size of statements as marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.shape import shape
from graphmem.language.turkish import fold
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("We moved to Leeds.", EN, {"@past", "@speakers"}),
        ("I’ll call them tomorrow.", EN, {"@future", "@speaker"}),
        ("Every visitor must sign in.", EN, {"@duty"}),
        ("Don't open the oven.", EN, {"@order", "@denied"}),
        ("Dün taşındık.", TR, {"@last past", "@last past_speaker"}),
        ("Yarın gideceğim.", TR, {"@last future", "@last future_speaker"}),
        ("yarin gidicem", TR, {"@last future", "@last future_speaker"}),
        ("Bavulu tartarım.", TR, {"@last habit_speaker"}),
        ("Kapı açılmaz.", TR, {"@last denied", "@last passive"}),
        ("Fırını ısıtıp tepsiyi ver, sonra bekliyoruz.", TR, {"@last present_speaker", "@clauses 1"}),
    ],
)
def test_what_a_statement_shows(text: str, language: Language, expected: set[str]) -> None:
    assert expected <= set(shape(text, language))


def test_a_past_and_a_plan_share_no_tense() -> None:
    past, plan = (set(shape(text, TR)) for text in ("Arabayı sattım.", "Arabayı satacağım."))
    assert not {mark for mark in past & plan if mark.startswith("@last") and "mine" not in mark}


def test_length_and_clauses_are_bounded() -> None:
    assert {"@clauses 4", "@length 4"} <= set(shape("a, b, c, d, e, f: " * 30, EN))
    assert set(shape("", EN)) == {"@clauses 0", "@length 0"}


WRITTEN = st.text("abcdeghiıjklmnoöprsştuüvyzçğâîûéñABÇDEĞIİÖŞÜ0123456789 '’.,;:!?\n", max_size=200)


@given(WRITTEN, st.sampled_from(list(Language)))
def test_shape_knows_neither_capitals_nor_accents(text: str, language: Language) -> None:
    marks = shape(text, language)
    assert marks == shape(fold(text), language)
    assert len(set(marks)) == len(marks)
    assert all(mark.startswith("@") for mark in marks)
