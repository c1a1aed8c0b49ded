"""What a question looks for, and whom it names."""

from __future__ import annotations

import pytest

from graphmem.language.dates import spoken_date
from graphmem.language.query import names_asked, names_in, query_terms, unnamed
from graphmem.model.language import Language
from tests.support.conversations import START


@pytest.mark.parametrize(
    ("query", "language", "expected"),
    [
        ("Which wire did Caroline's boat use?", Language.EN, ("wire", "Caroline", "boat", "use")),
        ("Ankara'ya kim taşındı?", Language.TR, ("Ankara", "taşındı")),
        ("what is it about", Language.EN, ("what", "is", "it", "about")),
        ("PostgreSQL 17.2 and C-3PO", Language.EN, ("PostgreSQL", "17.2", "C-3PO")),
        ("  !?  ", Language.EN, ()),
        ("wire wire wire", Language.EN, ("wire",)),
    ],
)
def test_terms(query: str, language: Language, expected: tuple[str, ...]) -> None:
    assert query_terms(query, language) == expected


def test_names_are_found_by_any_part_and_despite_suffixes() -> None:
    names = {"Deniz Kaya", "Elif", "Al", "Ayşe"}
    assert names_in("Deniz'in botu nerede, ayse biliyor mu?", names) == {"Deniz Kaya", "Ayşe"}
    assert names_in("ask Al about kayak", names) == frozenset()


def test_another_surname_is_another_person() -> None:
    names = {"Ali Kaya", "Ayşe"}
    assert names_in("where does Ali Demir live?", names) == frozenset()
    assert names_in("Ali Demir'in kızının adı ne?", names) == frozenset()
    for asked in ("where does Ali live?", "Ali Kaya nerede?", "did Ali Demir tell Ali Kaya?", "Ali Bey nerede?"):
        assert names_in(asked, names) == {"Ali Kaya"}, asked
    assert names_in("Ali Ankara'da mı, Kafka'yı biliyor mu?", names) == {"Ali Kaya"}
    assert names_in("Ayşe Playwright'ı biliyor mu?", names) == {"Ayşe"}


def test_dates_as_people_write_them() -> None:
    assert spoken_date(START, Language.EN) == "Monday 4 May 2026"
    assert spoken_date(START, Language.TR) == "Pazartesi 4 Mayıs 2026"


def test_entities_that_a_question_means() -> None:
    spellings = {"Ayşe Kaya", "Mercan", "New York", "New Relic", "May"}
    assert names_asked("Where does Ayşe live?", spellings, Language.EN) == {"Ayşe Kaya"}
    assert names_asked("mercan ne zaman başladı", spellings, Language.TR) == {"Mercan"}
    assert names_asked("Mercandan ne haber?", spellings, Language.TR) == {"Mercan"}
    assert names_asked("Mercandan ne haber?", spellings, Language.EN) == frozenset()
    assert names_asked("is new york nice?", spellings, Language.EN) == {"New York"}
    assert names_asked("a new plan", spellings, Language.EN) == frozenset()
    assert names_asked("", spellings, Language.EN) == frozenset()


@pytest.mark.parametrize(
    ("query", "names", "expected"),
    [
        ("What books has Melisa read?", {"Melisa"}, "What books has read?"),
        ("What's Derek's boat called?", {"Derek Olsen"}, "What's boat called?"),
        ("Ayşe'nin kedisinin adı ne?", {"Ayşe"}, "kedisinin adı ne?"),
        ("Derek?", {"Derek"}, "Derek?"),
        ("Which wire?", {"Derek"}, "Which wire?"),
    ],
)
def test_a_question_without_the_names_of_speakers(query: str, names: set[str], expected: str) -> None:
    assert unnamed(query, names) == expected
