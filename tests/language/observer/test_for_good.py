"""What asks somebody for more than this once, in whatever form; the same for this once only, and of others, is told
apart. None of the lines stands in a set that heads are learned from."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.formation import form
from graphmem.language.observer.for_good import ASKS, OF_ANSWERS, asks_for_good, for_good, may_ask_for_good
from graphmem.model.language import Language

SAID = datetime(2026, 5, 14, 12, tzinfo=UTC)

FOR_GOOD = [
    "would you mind always starting with the total?",
    "It'd be great if you could name the page whenever you quote the manual",
    "I wish you would never mention calories when we talk about dinner",
    "could you make it a habit to ask me before you book anything",
    "Whenever I send you a receipt, just give me the date and the sum.",
    "yemek tarifi verdiğinde kalorisini de yazar mısın hep",
    "Keşke her cevaba özetle başlamasan",
    "fiyat verirken KDV'yi de ekle lütfen",
    "Bundan böyle bana saatleri 24'lük düzende yazmanı rica ederim",
]

NOT_FOR_GOOD = [
    "can you make this paragraph shorter?",
    "Should I always rinse the lentils?",
    "The bus was late again and it was packed.",
    "bu metni İngilizceye çevirir misin",
    "Dün akşam sinemaya gittik, film güzeldi.",
    "otobüs yine geç kaldı",
]


@pytest.mark.parametrize("text", FOR_GOOD)
def test_more_than_this_once(text: str) -> None:
    assert asks_for_good(text, _language(text))


@pytest.mark.parametrize("text", NOT_FOR_GOOD)
def test_this_once_or_nobody(text: str) -> None:
    assert not may_ask_for_good(text, _language(text))


def test_how_answers_are_to_be_needs_no_word_of_time() -> None:
    assert OF_ANSWERS in for_good("plain words please, no jargon", Language.EN)
    assert may_ask_for_good("plain words please, no jargon", Language.EN)
    assert ASKS not in for_good("give me the answer in one word", Language.EN)


@pytest.mark.parametrize(
    ("text", "formed"),
    [
        ("Would you mind always starting with the total? My eyes are bad.", 2),
        ("Should I always rinse the lentils? My sister never does.", 1),
    ],
)
def test_a_polite_question_is_formed_as_what_it_asks_for(text: str, formed: int) -> None:
    assert len(form(text, language=Language.EN, speaker="user", said_at=SAID)) == formed


def test_what_is_asked_for_good_is_not_cut_from_its_sentence() -> None:
    text = "Müşteri adlarını raporlarda hiç yazmayalım, baş harf yeter."
    assert [one.words for one in form(text, language=Language.TR, speaker="user", said_at=SAID)] == [text]


def _language(text: str) -> Language:
    return Language.TR if set(text) & set("şğıçüöİ") or text.startswith("Bundan") else Language.EN
