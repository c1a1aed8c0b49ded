"""Questions for a value as it is now, and statements that name one."""

from __future__ import annotations

import pytest

from graphmem.language.question.current_value import asks_current, beside_value, stems_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("What's the daily quota of the key?", EN),
        ("How many people come to the dinner?", EN),
        ("Can you tell me when my appointment is?", EN),
        ("Where do I live?", EN),
        ("Kütüphanemde kaç kitap var?", TR),
        ("Toplantı ne zaman?", TR),
        ("Ayşe nerede yaşıyor?", TR),
        ("What is the budget of the first phase?", EN),
        ("How many guests are coming after the cancellations?", EN),
        ("How many total hours have I trained?", EN),
        ("İlk etabın son tarihi ne zaman?", TR),
        ("Zamdan sonra kira ne kadar?", TR),
        ("toplam kac saat calistigim yaziyor", TR),
        ("Kira ne kadar?", TR),
    ],
)
def test_a_value_now(query: str, language: Language) -> None:
    assert asks_current(query, language)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("When did Ayşe move?", EN),
        ("How many books have I read in total?", EN),
        ("What was my first salary?", EN),
        ("What is the first book on my list?", EN),
        ("Which of them comes first?", EN),
        ("How many pages is that altogether?", EN),
        ("İlk kez nerede tanıştık biz?", TR),
        ("Toplamda kaç saat ediyor?", TR),
        ("Tell me about the dinner", EN),
        ("Ayşe ne zaman taşındı?", TR),
        ("Toplam kaç kitap okudum?", TR),
        ("Eskiden nerede yaşıyordum?", TR),
        ("", EN),
    ],
)
def test_a_history_a_sum_or_something_else(query: str, language: Language) -> None:
    assert not asks_current(query, language)


@pytest.mark.parametrize(
    ("text", "terms", "language", "told"),
    [
        ("The quota is 500 calls now.", ("daily", "quota"), EN, 1),
        ("We meet on Friday at the library.", ("library",), EN, 1),
        ("The quota is a nuisance. There are 500 reasons.", ("quota",), EN, 0),
        ("Kotayı yirmi bine çıkardık.", ("kota",), TR, 1),
        ("Kota can sıkıyor.", ("kota",), TR, 0),
        ("", ("kota",), TR, 0),
        ("The daily quota of the key is 500 calls. The quota grew.", ("daily", "quota", "key"), EN, 3),
        ("Anahtarın günlük kotası 500 oldu.", ("anahtar", "gunluk", "kota"), TR, 3),
    ],
)
def test_a_sentence_names_a_value(text: str, terms: tuple[str, ...], language: Language, told: int) -> None:
    assert beside_value(text, stems_of(terms, language), language) == told


@pytest.mark.parametrize(
    ("text", "terms", "language", "told"),
    [
        ("The daily quota recently grew to 700 calls.", ("daily", "quota"), EN, 2),
        ("The daily quota is 700 calls.", ("daily", "quota"), EN, 0),
        ("The daily quota is 700 calls. Something new came up.", ("daily", "quota"), EN, 0),
        ("Günlük kota artık 700 oldu.", ("gunluk", "kota"), TR, 2),
        ("Günlük kota 700.", ("gunluk", "kota"), TR, 0),
    ],
)
def test_a_sentence_says_that_its_value_is_new(
    text: str, terms: tuple[str, ...], language: Language, told: int
) -> None:
    assert beside_value(text, stems_of(terms, language), language, new=True) == told
