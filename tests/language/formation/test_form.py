"""From a message to the statements in it, as they were said."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.formation import MOST_CHARACTERS, Clauses, QuotedStatement, form, without_bullet
from graphmem.language.formation.splitting import Span, prose
from graphmem.model.language import Language
from graphmem.model.memory import TemporalType
from tests.support.quotes import is_quote_of

SAID = datetime(2024, 5, 15, 9, 30, tzinfo=UTC)
EN, TR = Language.EN, Language.TR


def whole(text: str) -> list[Clauses]:
    """Every sentence as one clause."""
    return [Clauses(one, (one,)) for one in (without_bullet(text, span) for span in prose(text))]


def halves(text: str, joint: str) -> list[Clauses]:
    """A sentence as two clauses, before and behind a word."""
    (one,) = prose(text)
    at = text.index(joint)
    return [Clauses(one, (Span(one.start, at - 1), Span(at + len(joint) + 1, one.end)))]


def all_of(
    text: str, language: Language, speaker: str = "user", people: Collection[str] = (), said_at: datetime = SAID
) -> tuple[QuotedStatement, ...]:
    """The statements that the sentences of a text are."""
    found = whole(text)
    kept = {span for one in found for span in one.parts}
    return form(text, found, kept, language=language, speaker=speaker, said_at=said_at, people=people)


def texts(text: str, language: Language, speaker: str = "user", people: tuple[str, ...] = ()) -> list[str]:
    return [atom.text for atom in all_of(text, language, speaker, people)]


def test_an_english_message() -> None:
    text = "Hi Maya! By the way, I moved to Izmir yesterday and started a pottery course. Do you like it?"
    moved = "User: By the way, I moved to Izmir yesterday [2024-05-14] and started a pottery course."
    assert texts(text, EN) == ["User: Hi Maya!", moved, "User: Do you like it?"]


def test_a_turkish_message() -> None:
    text = "Merhaba! Dün İzmir'e taşındım. Sen nasılsın?"
    moved = "Elif: Dün [2024-05-14] İzmir'e taşındım."
    assert texts(text, TR, "Elif") == ["Elif: Merhaba!", moved, "Elif: Sen nasılsın?"]


def test_a_bullet_is_no_part_of_a_sentence() -> None:
    assert texts("1. I sing.\n2. I row.\n- - I swim.", EN) == ["User: I sing.", "User: I row.", "User: I swim."]
    assert texts("2. salon doldu.", TR) == ["User: 2. salon doldu."]


def test_only_what_is_kept_becomes_a_statement() -> None:
    text = "Thanks! I sing and I have a dog. What do you think?"
    first, second, last = whole(text)
    second = Clauses(second.sentence, (Span(8, 14), Span(19, 32)))
    for kept in ([], [first.parts[0]], [second.parts[1]], [second.parts[0], last.parts[0]]):
        formed = form(text, (first, second, last), kept, language=EN, speaker="Ada", said_at=SAID)
        assert [(atom.start, atom.end) for atom in formed] == [(span.start, span.end) for span in kept]
        assert [atom.text for atom in formed] == [f"Ada: {span.of(text)}" for span in kept]


def test_what_is_said_twice_is_one_statement() -> None:
    assert texts("I sing. I sing.", EN) == ["User: I sing."]


@pytest.mark.parametrize(
    "text",
    [
        "Didn't see any bands, but met lots of artists.",
        "I no longer work at Siemens.",
        "I haven't missed a class since I joined the choir.",
        "- My sister and I never eat fish!",
    ],
)
def test_nothing_is_rewritten(text: str) -> None:
    assert texts(text, EN, "Ada") == [f"Ada: {text.removeprefix('- ')}"]


def test_a_pronoun_is_named_where_one_person_of_the_turn_can_be_meant() -> None:
    cake = "Samantha came over. She brought a lemon cake."
    assert texts(cake, EN, "Ada", ("Samantha",))[1] == "Ada: She [Samantha] brought a lemon cake."
    for other in ("Samantha met my mum. She likes lemon cake.", "Samantha came, Laura too. She likes lemon cake."):
        assert texts(other, EN, "Ada", ("Samantha", "Laura"))[1] == "Ada: She likes lemon cake."
    assert texts("She likes lemon cake.", EN, "Ada", ("Samantha",)) == ["Ada: She likes lemon cake."]


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("I fly next week.", "I fly next week [2024-05-20]."),
        ("Tomorrow's exam covers trees.", "Tomorrow's [2024-05-16] exam covers trees."),
        ("We married ten years ago.", "We married ten years ago [2014]."),
        ("I sold the van last month.", "I sold the van last month [2024-04]."),
        ("I moved here on 3 May 2019.", "I moved here on 3 May 2019."),
        ("We met a few weeks ago.", "We met a few weeks ago."),
        ("I usually run on Tuesday and Friday.", "I usually run on Tuesday and Friday."),
        ("Last weekend I rowed.", "Last weekend [2024-05-11/2024-05-12] I rowed."),
        ("I joined a weekend yoga class.", "I joined a weekend yoga class."),
        ("Much has happened in the last month.", "Much has happened in the last month."),
        ("I have sung there for four years.", "I have sung there for four years."),
        ("We leave next Friday.", "We leave next Friday."),
        ("We leave next Friday, on 24 May.", "We leave next Friday, on 24 May [2024-05-24]."),
    ],
)
def test_a_day_is_noted_where_it_is_sure(text: str, noted: str) -> None:
    assert texts(text, EN) == [f"User: {noted}"]


def test_turkish_days() -> None:
    assert texts("Rapor cuma gününe ertelendi.", TR) == ["User: Rapor cuma gününe [2024-05-17] ertelendi."]
    assert texts("Hafta sonları yüzmeye gidiyorum.", TR) == ["User: Hafta sonları yüzmeye gidiyorum."]
    twice = "Toplantı çarşamba değildi, perşembeydi, çarşamba Foça'da olacak."
    assert "çarşamba [" not in texts(twice, TR)[0].lower()


def test_times_are_half_open_and_in_the_speakers_zone() -> None:
    istanbul = timezone(timedelta(hours=3))
    said_at = datetime(2024, 5, 15, 1, 0, tzinfo=istanbul)
    (atom,) = all_of("Rapor cumaya kadar bitmeli.", TR, said_at=said_at)
    assert atom.valid_from == said_at
    assert atom.valid_until == datetime(2024, 5, 17, 21, 0, tzinfo=UTC)
    assert atom.temporal_type is TemporalType.TIME_BOUNDED
    assert atom.foresight


@pytest.mark.parametrize(
    ("text", "language", "start"),
    [
        ("I lived in Oslo from 2012 to 2016.", EN, datetime(2012, 1, 1, tzinfo=UTC)),
        ("I worked at Nokia until 2014.", EN, datetime(2014, 12, 31, tzinfo=UTC)),
        ("I worked at Nokia until yesterday.", EN, datetime(2024, 5, 14, tzinfo=UTC)),
        ("2008-2013 arası Gölcük'te oturdum.", TR, datetime(2008, 1, 1, tzinfo=UTC)),
    ],
)
def test_what_is_over_when_it_is_said_stays_true(text: str, language: Language, start: datetime) -> None:
    (atom,) = all_of(text, language)
    assert (atom.valid_from, atom.valid_until) == (start, None)
    assert atom.temporal_type is TemporalType.PERSISTENT


def test_a_time_that_opens_a_sentence_holds_for_its_parts() -> None:
    text = "Last month I sold my bike and my wife bought a car."
    found = halves(text, "and")
    first, second = form(text, found, found[0].parts, language=EN, speaker="user", said_at=SAID)
    assert first.valid_from == second.valid_from == datetime(2024, 4, 1, tzinfo=UTC)
    (bought,) = form(text, found, found[0].parts[1:], language=EN, speaker="user", said_at=SAID)
    assert bought.text == "User: my wife bought a car."
    assert bought.valid_from == second.valid_from


def test_a_long_sentence_is_cut_where_it_says_so() -> None:
    long = f"I keep bees, {'and more bees, ' * 50}in the garden."
    (atom,) = all_of(long, EN, "Ada")
    assert atom.text.endswith("bees […]")
    assert atom.end - atom.start <= MOST_CHARACTERS
    assert atom.words == long


_PIECES = st.sampled_from(
    [
        "I moved ",
        "yesterday",
        " and I ",
        "Samantha ",
        "she ",
        "didn't ",
        "ate [2024-05-01] ",
        "gitti",
        ". ",
        "\n- ",
        "🙂",
    ]
)


@settings(deadline=None, max_examples=200)
@given(
    st.one_of(st.text(max_size=1_200), st.lists(_PIECES, max_size=20).map("".join)),
    st.sampled_from(Language),
    st.sampled_from(["user", "Elif", "assistant", "a: b"]),
)
def test_every_statement_is_the_words_of_the_message_with_annotations(text: str, language: Language, who: str) -> None:
    for atom in all_of(text, language, who, ("Samantha",)):
        assert is_quote_of(atom.text, who, text[atom.start : atom.end])
        assert 0 < atom.end - atom.start <= MOST_CHARACTERS
        assert atom.valid_until is None or atom.valid_from < atom.valid_until
