"""Values that keep two statements apart whatever is around them, and spellings of one value that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.doc import doc_of
from graphmem.language.figures import one_grows
from graphmem.language.values import values_apart, values_differ
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("My class has 7 kids", "My class has 19 kids", EN),
        ("It was -5 degrees", "It was 5 degrees", EN),
        ("The final score was 3-1", "The final score was 1-3", EN),
        ("I ran 10 km in 50 minutes", "I ran 50 km in 10 minutes", EN),
        ("We rented the flat for half a year", "We rented the flat for a year", EN),
        ("The standup is at 9 am", "Standup's at 21:00", EN),
        ("The exam is on 03.03.2026", "The exam is on 2026-03-08", EN),
        ("The exam is on 03/04/2026", "The exam's on 04/03/2026", EN),
        ("The tool needs Python 3.1", "The tool needs Python 3.10", EN),
        ("The subscription costs $12", "The subscription costs €12", EN),
        ("Latency is 200 ms", "Latency is 200 s", EN),
        ("At least 5 people", "At most 5 people", EN),
        ("The commit was 4f2a9c1", "The commit was 4f2a9d1", EN),
        ("My flight is TK198", "My flight is TK1987", EN),
        ("The order is 12345678901234567", "The order is 12345678901234568", EN),
        ("The docs are at https://example.com/a", "The docs are at https://example.com/b", EN),
        ("Our CI is on GitHub", "Our CI is on GitLab", EN),
        ("Ali owes Veli 50 euros", "Veli owes Ali 50 euros", EN),
        ("The script needs sudo", "The script does not need sudo", EN),
        ("Kızımın öğretmeni Selin", "Selim kızımın öğretmeni", TR),
        ("Deniz'in doktoru Kaan", "Kaan'ın doktoru Deniz", TR),
        ("Ankara'dan İzmir'e taşındım", "İzmir'den Ankara'ya taşındım", TR),
        ("9'dan 5'e kadar çalışıyorum", "5'ten 9'a kadar çalışıyorum", TR),
        ("On altıncı bölüm en zoru", "Altıncı bölüm en zoru", TR),
        ("Kahvem şekersiz olsun", "Kahvem şekerli olsun", TR),
        ("Cuma günleri çalışabilirim", "Cuma günleri çalışamam", TR),
    ],
)
def test_another_value_keeps_apart(one: str, other: str, language: Language) -> None:
    pair = doc_of(one, language), doc_of(other, language)
    assert values_differ(*pair)
    assert values_differ(*pair[::-1])


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("The exam is on 03.03.2026", "The exam is on 2026-03-03", EN),
        ("My rent is 1,250 pounds a month", "My rent is £1250 a month", EN),
        ("Mum takes 5 mg", "My mother's on 5 mg", EN),
        ("The standup is at 9:30", "The standup is at half past nine", EN),
        ("We have 3 cats and 2 dogs", "We have 2 dogs and 3 cats", EN),
        ("Anna and Tom are my cousins", "My cousins are Tom and Anna", EN),
        ("User hates coriander", "User can't stand coriander", EN),
        ("Evimiz Kadıköy'de", "Evimiz Kadıköyde", TR),
        ("Kardeşim Mehmet'le çalışıyor", "Kardeşim Mehmet ile çalışıyor", TR),
        ("Et yemiyorum", "Ben et yemem", TR),
    ],
)
def test_another_spelling_does_not(one: str, other: str, language: Language) -> None:
    pair = doc_of(one, language), doc_of(other, language)
    assert not values_differ(*pair)
    assert not values_differ(*pair[::-1])


@given(st.sampled_from(list(Language)), st.text(alphabet="aei nTRdk35.0:-/@$€'’?", max_size=40))
def test_a_text_never_differs_from_itself(language: Language, text: str) -> None:
    doc = doc_of(text, language)
    assert not values_differ(doc, doc)


def test_a_number_of_thousands_of_digits_is_read() -> None:
    assert values_differ(doc_of("1" * 5000, EN), doc_of("1" * 5000 + "2", EN))


@pytest.mark.parametrize("text", ["My IBAN is TR33 0006 1005 1978 6457 8413 26.", "Ali, Veli'den Ankara'ya gitti."])
def test_what_is_told_again_does_not_differ(text: str) -> None:
    for language in Language:
        assert not values_differ(doc_of(text, language), doc_of(text, language))


def test_what_adds_a_value_is_not_apart() -> None:
    old, new = doc_of("My flight is TK1987", EN), doc_of("My flight is TK1987 from gate A12", EN)
    assert values_differ(old, new)
    assert not values_apart(old, new)


def test_one_at_the_end_of_a_number_is_no_one() -> None:
    assert one_grows(doc_of("Oğlum bir yaşında", TR), doc_of("Oğlum on bir yaşında", TR))
    assert not one_grows(doc_of("Bir kedim var", TR), doc_of("Bir kedim ve 2 köpeğim var", TR))
