"""Synthesis without a model keeps every word or gives up."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.synthesis import MOST_CHARACTERS, synthesise

WORDS = st.lists(st.sampled_from(["user", "likes", "tea", "in", "the", "morning", "çay", "içer"]), max_size=12).map(
    " ".join
)


def test_detail_replaces_what_it_details() -> None:
    assert synthesise("User has a dog.", "User has a dog called Rex") == "User has a dog called Rex"
    assert synthesise("Kullanıcı diyette", "Kullanıcı ocaktan beri diyette") == "Kullanıcı ocaktan beri diyette"


def test_a_shorter_statement_adds_nothing() -> None:
    assert synthesise("User has a brown dog", "user has a dog") == "User has a brown dog"


def test_other_facts_are_appended() -> None:
    assert synthesise("User has a dog.", "The dog is brown") == "User has a dog; The dog is brown"


def test_words_in_another_order_are_another_statement() -> None:
    assert synthesise("Ali likes Can", "Can likes Ali") == "Ali likes Can; Can likes Ali"


def test_too_long_is_not_cut() -> None:
    assert synthesise("a" * MOST_CHARACTERS, "b") is None
    assert synthesise("User", "b" * 2, most=3) is None


@given(WORDS, WORDS)
def test_no_word_is_lost(old: str, new: str) -> None:
    merged = synthesise(old, new)
    assert merged is not None
    assert set(re.findall(r"\w+", merged)) == set(re.findall(r"\w+", f"{old} {new}"))
