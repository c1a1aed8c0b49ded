"""Content words, and the stop words between them."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.keywords import keywords
from graphmem.language.stopwords import is_stop_word
from graphmem.model.language import Language


def test_the_most_frequent_come_first_and_inflections_count_together() -> None:
    text = "We deployed the gateway. The deployment of the gateway broke the gateway's log."
    assert keywords(doc_of(text, Language.EN), 3) == ("gateway", "deployed", "broke")


def test_turkish_words_lose_the_suffix_after_an_apostrophe() -> None:
    text = "Elif'in düğünü İzmir'de olacak, düğüne Selin de geliyor."
    assert keywords(doc_of(text, Language.TR), 4) == ("düğünü", "izmir", "selin", "elif")


def test_code_links_and_small_talk_are_not_topics() -> None:
    assert (
        keywords(doc_of("ok thanks, that's great! https://example.org\n```\nimport numpy\n```", Language.EN), 5) == ()
    )
    assert keywords(doc_of("tamam, çok teşekkürler, görüşürüz", Language.TR), 5) == ()


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_the_limit_holds(limit: int) -> None:
    assert len(keywords(doc_of("buoys sirens gateways", Language.EN), limit)) == limit


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("The", Language.EN, True),
        ("don’t", Language.EN, True),
        ("gateway", Language.EN, False),
        ("ÇÜNKÜ", Language.TR, True),
        ("cunku", Language.TR, True),
        ("oldu", Language.TR, True),
        ("öldü", Language.TR, False),
        ("the", Language.TR, False),
    ],
)
def test_stop_words(word: str, language: Language, expected: bool) -> None:
    assert is_stop_word(word, language) is expected
