"""User text in Lucene queries: words match, nothing acts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphmem.store.lucene import MAX_TERMS, OTHER_LANGUAGE, escape, merge_indexes, owner_query

KEY = "u" + "0" * 32


def test_specials_are_escaped() -> None:
    assert escape('a+b "c" (d) e:f*/\\') == 'a\\+b \\"c\\" \\(d\\) e\\:f\\*\\/\\\\'


def test_operators_are_words() -> None:
    assert (
        owner_query(KEY, ["AND", "wire", "OR", "NOT"], {"text": 1.0}) == f"+owner:{KEY}^0 +(text:(and wire or not)^1)"
    )


def test_nothing_to_look_for_is_none() -> None:
    assert owner_query(KEY, ["", "!!", "\x00", "😀"], {"text": 1.0}) is None


@given(st.lists(st.text(min_size=1, max_size=20), max_size=200))
def test_the_owner_is_always_required_and_the_size_bounded(terms: list[str]) -> None:
    query = owner_query(KEY, terms, {"text": 0.25, "index_text": 1.0})
    if query is not None:
        assert query.startswith(f"+owner:{KEY}^0 +(")
        assert len(query.split(" ")) <= 2 * MAX_TERMS + 3


def row(index: str, **scores: float) -> dict[str, object]:
    return {"index": index, "ids": list(scores), "scores": list(scores.values())}


def test_another_language_counts_half_of_the_best_in_the_question_s_own() -> None:
    found = merge_indexes([row("en", a=9.0, b=4.5), row("tr", c=0.4, d=0.3)], "tr", 10)
    assert found == {"ids": ["c", "d", "a", "b"], "scores": [0.4, 0.3, 0.4 * OTHER_LANGUAGE, 0.1]}


def test_where_the_question_s_language_has_nothing_the_other_stays_as_it_is() -> None:
    assert merge_indexes([row("en", a=9.0, b=4.5)], "tr", 1) == {"ids": ["a"], "scores": [9.0]}
    assert merge_indexes([row("tr"), row("en", a=9.0)], "tr", 1) == {"ids": ["a"], "scores": [9.0]}


def test_nothing_in_any_language_is_none() -> None:
    assert merge_indexes([], "en", 10) is None
    assert merge_indexes([row("tr")], "en", 10) is None
