"""How much of a question a text says, and which part of a long text says most of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.coverage import coverage, query_words
from graphmem.language.excerpt import excerpt
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("query", "language", "text", "share"),
    [
        ("What is the wifi password of the cabin?", "en", "The wifi password of the cabin is bluefin77.", 1.0),
        ("Which cables failed?", "en", "A cable fails when it is thin.", 1.0),
        ("What did Derek sell?", "en", "I sold my board.", 0.0),
        ("What does Derek drive?", "en", "Derek bought a board.", 2 / 3),
        ("What does Derek drive?", "en", "I drive a van.", 1 / 3),
        ("Ablam nerede yaşıyor?", "tr", "Ablam Derya Antalya'da yaşıyor.", 1.0),
        ("Yazlığın kapı şifresi ne?", "tr", "Yazlıktaki kapının şifresi 4812.", 1.0),
        ("Antalya'ya kim taşındı?", "tr", "Derya Antalya'da.", 0.5),
        ("Who is Deniz?", "en", "Benim kardeşim de Google'dan ayrıldı.", 0.0),
        ("Deniz kim?", "tr", "Kardeşim de geldi.", 0.0),
        ("Ayla ne yapıyor?", "tr", "It is a cat.", 0.0),
        ("Deniz kim?", "tr", "Deniz'le konuştum.", 1.0),
        ("", "en", "anything", 0.0),
    ],
)
def test_names_count_double_and_inflections_are_the_word(query: str, language: str, text: str, share: float) -> None:
    assert coverage(query_words(query, Language(language)), text) == pytest.approx(share)


@given(st.text(max_size=200), st.text(max_size=400), st.text(max_size=100))
def test_more_text_never_says_less(query: str, text: str, more: str) -> None:
    words = query_words(query, Language.EN)
    assert 0 <= coverage(words, text) <= coverage(words, f"{text} {more}") <= 1


def test_the_part_that_says_it_is_shown_word_for_word() -> None:
    before = "We walked along the harbour. " * 30
    text = f"{before}The spare key lies under the red pot. {before}"
    part = excerpt(text, query_words("Where is the spare key?", Language.EN), 200)
    assert part.startswith("… ")
    assert part.endswith(" …")
    assert "The spare key lies under the red pot." in part
    assert part.strip("… ") in text
    assert len(part) <= 204


@given(st.text(max_size=900), st.text(max_size=60), st.integers(20, 300))
def test_a_part_is_a_part(text: str, query: str, most: int) -> None:
    part = excerpt(text, query_words(query, Language.EN), most)
    assert part == text or len(part) <= most + 4
    assert part.removeprefix("… ").removesuffix(" …").strip() in text
