"""From a message to atomic statements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.formation import MOST_CHARACTERS, form, lesson_for
from graphmem.model.category import Category
from graphmem.model.entity import EntityType, Mention
from graphmem.model.language import Language
from graphmem.model.memory import TemporalType

SAID = datetime(2024, 5, 15, 9, 30, tzinfo=UTC)


def texts(text: str, language: Language, speaker: str = "user", mentions: tuple[Mention, ...] = ()) -> list[str]:
    formed = form(text, language=language, speaker=speaker, said_at=SAID, mentions=mentions)
    return [atom.text for atom in formed]


def test_an_english_message() -> None:
    text = "Hi Maya! By the way, I moved to Izmir yesterday and started a pottery course. Do you like it?"
    assert texts(text, Language.EN) == ["User moved to Izmir on 2024-05-14.", "User started a pottery course."]


def test_a_turkish_message() -> None:
    text = "Merhaba! Bu arada, dün İzmir'e taşındım ve yeni işe başladım. Sen nasılsın?"
    assert texts(text, Language.TR, "Elif") == [
        "Elif 2024-05-14 tarihinde İzmir'e taşındı.",
        "Elif yeni işe başladı.",
    ]


def test_pronouns_take_the_one_entity_that_fits() -> None:
    caroline = Mention("Caroline", EntityType.PERSON)
    assert texts("She works in Lisbon.", Language.EN, mentions=(caroline,)) == ["Caroline works in Lisbon."]
    two = (caroline, Mention("Melanie", EntityType.PERSON))
    assert texts("She works in Lisbon.", Language.EN, mentions=two) == ["She works in Lisbon."]
    ayse = (Mention("Ayşe", EntityType.PERSON),)
    assert texts("Onun iki kedisi var.", Language.TR, mentions=ayse) == ["Ayşe'nin iki kedisi var."]
    assert texts("O gün hava çok soğuktu.", Language.TR, mentions=ayse) == ["O gün hava çok soğuktu."]


def test_times_are_half_open_and_in_the_speakers_zone() -> None:
    istanbul = timezone(timedelta(hours=3))
    said_at = datetime(2024, 5, 15, 1, 0, tzinfo=istanbul)
    (atom,) = form("Rapor cumaya kadar bitmeli.", language=Language.TR, speaker="user", said_at=said_at)
    assert atom.valid_from == said_at
    assert atom.valid_until == datetime(2024, 5, 17, 21, 0, tzinfo=UTC)
    assert atom.temporal_type is TemporalType.TIME_BOUNDED
    assert atom.foresight


@pytest.mark.parametrize(
    ("text", "language", "start"),
    [
        ("I lived in Oslo from 2012 to 2016.", Language.EN, datetime(2012, 1, 1, tzinfo=UTC)),
        ("I worked at Nokia until 2014.", Language.EN, datetime(2014, 12, 31, tzinfo=UTC)),
        ("I worked at Nokia until yesterday.", Language.EN, datetime(2024, 5, 14, tzinfo=UTC)),
        ("2008-2013 arası Gölcük'te oturdum.", Language.TR, datetime(2008, 1, 1, tzinfo=UTC)),
    ],
)
def test_what_is_over_when_it_is_said_stays_true(text: str, language: Language, start: datetime) -> None:
    (atom,) = form(text, language=language, speaker="user", said_at=SAID)
    assert (atom.valid_from, atom.valid_until) == (start, None)
    assert atom.temporal_type is TemporalType.PERSISTENT


def test_a_time_that_opens_a_sentence_holds_for_its_parts() -> None:
    first, second = form(
        "Last month I sold my bike and my wife bought a car.", language=Language.EN, speaker="user", said_at=SAID
    )
    assert first.valid_from == second.valid_from == datetime(2024, 4, 1, tzinfo=UTC)


def test_what_is_not_worth_it_is_left_out_and_still_gives_the_time() -> None:
    (bought,) = form(
        "Last month I sold my bike and my wife bought a car.",
        language=Language.EN,
        speaker="user",
        said_at=SAID,
        worth=lambda said: "wife" in said,
    )
    assert bought.text == "User's wife bought a car."
    assert bought.valid_from.month == SAID.month - 1


@pytest.mark.parametrize("text", ["", "Thanks so much!", "What do you think?", "ok", "Wow, great!"])
def test_questions_and_greetings_form_nothing(text: str) -> None:
    assert texts(text, Language.EN) == []


@pytest.mark.parametrize("text", ["Teşekkürler!", "Nasılsın?", "Günaydın arkadaşlar", "Bunu yapar mısın"])
def test_turkish_questions_and_greetings_form_nothing(text: str) -> None:
    assert texts(text, Language.TR) == []


def test_every_category_has_a_lesson_in_both_languages() -> None:
    lessons = {lesson_for(category, "User prefers tabs.", language) for category in Category for language in Language}
    assert len(lessons) == len(Category) * len(Language)
    assert all(lesson.endswith(": User prefers tabs.") for lesson in lessons)


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=1_500), st.sampled_from(Language), st.sampled_from(["user", "Elif", "assistant"]))
def test_any_text_forms_bounded_atoms_with_real_intervals(text: str, language: Language, speaker: str) -> None:
    for atom in form(text, language=language, speaker=speaker, said_at=SAID):
        assert 0 < len(atom.text) <= MOST_CHARACTERS
        assert atom.valid_until is None or atom.valid_from < atom.valid_until
