"""German: a pack of words alone. What it lacks is read as English; its times are translated, its nouns are no names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.facade import GraphMem
from graphmem.language.coverage import NAME, query_words
from graphmem.language.detect import detect
from graphmem.language.doc import doc_of
from graphmem.language.entities import find
from graphmem.language.formation.splitting import sentence_spans
from graphmem.language.temporal import resolve
from graphmem.language.wordlists import lines
from graphmem.model.language import Language
from graphmem.model.palace import Owner

DE = Language.DE
WEDNESDAY = datetime(2025, 6, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["Ich wohne jetzt in Kassel", "wann ist mein Termin", "Meine Schwester heißt Birte.", "bitte immer kurz"]
)
def test_german_is_known(text: str) -> None:
    assert detect(text) is detect(text, Language.TR) is DE


@pytest.mark.parametrize(
    ("text", "language"),
    [("Die Hard was on", Language.EN), ("I met Jürgen in Köln", Language.EN), ("der ki gel", Language.TR)],
)
def test_other_languages_with_its_words_or_letters_are_not(text: str, language: Language) -> None:
    assert detect(text) is language


@pytest.mark.parametrize(
    ("text", "written", "since", "until"),
    [
        ("Vor zwei Wochen habe ich mein Auto verkauft.", "Vor zwei Wochen", "2025-05-21", None),
        ("Vor fuenf Tagen bin ich umgezogen.", "Vor fuenf Tagen", "2025-05-30", None),
        ("Am Montag habe ich gekündigt.", "Am Montag", "2025-06-02", None),
        ("Am Montag treffe ich den Notar.", "Am Montag", "2025-06-04", "2025-06-09"),
        ("Am 12. Oktober fahren wir nach Rom.", "Am 12. Oktober", "2025-06-04", "2025-10-12"),
        ("Seit März wohne ich in Kassel.", "Seit März", "2025-03-01", None),
        ("Letzten Sommer war ich in Portugal.", "Letzten Sommer", "2024-06-01", None),
        ("Wir bleiben vom 3. bis 9. August.", "vom 3. bis 9. August.", "2025-08-03", "2025-08-09"),
    ],
)
def test_its_times(text: str, written: str, since: str, until: str | None) -> None:
    read = resolve(text, DE, WEDNESDAY)
    (expression,) = read.expressions
    assert expression.text == text[expression.start : expression.end] == written
    assert str(read.valid_from) == since
    assert (None if read.valid_until is None else str(read.valid_until)) == until


def test_a_day_is_no_end_of_a_sentence() -> None:
    text = "Am 12. Oktober fahre ich nach Rom. Am 3. März war ich in Bonn."
    assert [span.of(text) for span in sentence_spans(text)] == [
        "Am 12. Oktober fahre ich nach Rom.",
        "Am 3. März war ich in Bonn.",
    ]
    assert len(list(sentence_spans("I was 12. August was hot there."))) == 2


def test_what_recurs() -> None:
    assert "BYDAY=MO" in (resolve("Montags spiele ich Tennis.", DE, WEDNESDAY).recurrence or "")


def test_a_list_that_it_lacks_is_the_english_one() -> None:
    assert lines("de/vital") == lines("en/vital")
    assert lines("de/calendar") != lines("en/calendar")


def test_a_noun_is_no_name() -> None:
    text = "Ida und der Vorstand haben das Kapitel gestrichen, sagt Hannes."
    assert [one.name for one in find(doc_of(text, DE))] == ["Ida", "Hannes"]
    names = [word.text for word in query_words("Wie heißt Idas Kater, und was frisst Hannes im Garten?", DE)]
    weighed = {word.text: word.weight for word in query_words("Was frisst Hannes im Garten?", DE)}
    assert "Kater" in names
    assert weighed == {"frisst": 1.0, "Hannes": NAME, "Garten": 1.0}


async def test_it_is_found_by_its_stems(memory: GraphMem, tenant: Owner) -> None:
    own = memory.owner(tenant.name)
    told = await own.observe("Ich habe zwei Katzen, sie heißen Momo und Piet.", said_at=WEDNESDAY)
    await own.observe("My neighbour has a dog.")
    assert told.language == "de"
    for question in ("Welche Katze habe ich?", "Was weißt du über Katzen?"):
        found = await own.recall(question)
        assert found.language == "de"
        first = found.hits[0]
        assert "Katzen" in first.drawer.text
        assert first.signals["words"] > 0
