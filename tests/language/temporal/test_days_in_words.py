"""Days as whoever dictates says them, what was arranged for a day, and terms that count from no day."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from graphmem.language.temporal import resolve
from graphmem.model.language import Language

SAID = datetime(2025, 11, 10, 9, tzinfo=UTC)


def days(text: str, language: Language, said: datetime = SAID) -> list[tuple[date, date]]:
    return [(one.first, one.last) for one in resolve(text, language, said).expressions]


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("the deadline is not the tenth it's the twentieth of December", Language.EN, date(2025, 12, 20)),
        ("we met on the third of March", Language.EN, date(2025, 3, 3)),
        ("the exam is on December twenty first", Language.EN, date(2025, 12, 21)),
        ("on the thirty-first of January 2027", Language.EN, date(2027, 1, 31)),
        ("ehliyet sınavına on sekiz aralıkta gireceğim", Language.TR, date(2025, 12, 18)),
        ("yirmi üç Kasım'da sınavım var", Language.TR, date(2025, 11, 23)),
        ("otuz bir aralıkta geliyorlar", Language.TR, date(2025, 12, 31)),
        ("arabanın muayenesi ocağın on ikisinde bitiyor", Language.TR, date(2026, 1, 12)),
        ("arabanın muayenesi ocağın 12'sinde bitiyor", Language.TR, date(2026, 1, 12)),
        ("ayın yirmi altısında ödememiz var", Language.TR, date(2025, 11, 26)),
    ],
)
def test_a_day_in_words_is_that_day(text: str, language: Language, day: date) -> None:
    """Of "the twentieth of December" only a December had been read, and that of the year before."""
    assert days(text, language) == [(day, day)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("mutfağa iki ocak aldım", Language.TR),
        ("iki aralık bıraktım satırlarda", Language.TR),
        ("the second of two", Language.EN),
        ("a third of them left", Language.EN),
    ],
)
def test_what_only_looks_like_one_is_none(text: str, language: Language) -> None:
    assert days(text, language) == []


@pytest.mark.parametrize(
    ("text", "language", "first"),
    [
        ("this is the hotel I booked in Kyoto, Hotel Resol, 9-13 April", Language.EN, date(2026, 4, 9)),
        ("I reserved a table, 3 January", Language.EN, date(2026, 1, 3)),
        ("9-13 nisan için otel ayırttım", Language.TR, date(2026, 4, 9)),
        ("otel rezervasyonu yaptım, 9-13 Nisan", Language.TR, date(2026, 4, 9)),
        ("Nurettin Bey 13 bine razı oldu, nisandan itibaren geçerli", Language.TR, date(2026, 4, 1)),
        ("zam geldi, ocaktan itibaren geçerli", Language.TR, date(2026, 1, 1)),
        ("he agreed to 13 thousand, effective from April", Language.EN, date(2026, 4, 1)),
        # What is told of that time itself stays behind.
        ("I booked it and slept there, 9-13 April", Language.EN, date(2025, 4, 9)),
        ("I went there on 9 April", Language.EN, date(2025, 4, 9)),
        ("9 nisanda otele gittim", Language.TR, date(2025, 4, 9)),
        ("I booked it on 9 October", Language.EN, date(2025, 10, 9)),
    ],
)
def test_what_was_arranged_or_is_in_force_lies_ahead(text: str, language: Language, first: date) -> None:
    assert [found for found, _ in days(text, language)] == [first]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The insured must report any damage within three days.", Language.EN),
        ("Nordic Green wants payment within 30 days.", Language.EN),
        ("most patients improve within 6 weeks", Language.EN),
        ("Hasar üç gün içinde bildirilmelidir.", Language.TR),
        ("Ödeme 30 gün içinde yapılır.", Language.TR),
    ],
)
def test_terms_count_from_whenever_it_is_the_case(text: str, language: Language) -> None:
    assert days(text, language) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I must report the damage within three days", Language.EN),
        ("the plumber is coming within three days", Language.EN),
        ("üç gün içinde taşınıyoruz", Language.TR),
        ("üç gün içinde faturayı ödemeliyim", Language.TR),
    ],
)
def test_ones_own_span_counts_from_now(text: str, language: Language) -> None:
    assert [last for _, last in days(text, language)] == [date(2025, 11, 13)]
