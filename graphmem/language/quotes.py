"""Quotes, the form of a memory's text: speaker, verbatim words, annotations in brackets.

`Ada: I moved to Bergen last week [2026-05-04].` An annotation is the day that words mean (a week by its Monday), the
referent of a pronoun, or `…` where a long sentence was cut. Without the speaker, the annotations and the space before
each, the drawer's words remain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import zip_longest

from graphmem.language.doc import Doc, doc_of, reading
from graphmem.language.temporal import Expression, Role, resolve
from graphmem.language.temporal.calendar import Days, day, month, years
from graphmem.language.temporal.render import written_out
from graphmem.language.temporal.words import fold
from graphmem.model.language import Language

CUT = "…"
"""The annotation at the end of words that continue in the drawer."""
USER, ASSISTANT = "User", "Assistant"
"""The speaker's label without a known name."""
MOST_NAME = 60
"""Most characters of a speaker's name in a quote."""

_ROLES = frozenset({"", "user", "human", "me", "kullanıcı", "kullanici", "unknown", "other"})
_ASSISTANTS = frozenset({"assistant", "ai", "bot", "asistan"})
_ISO = r"\d{4}(?:-\d\d){0,2}"
_NAME = r"[A-ZÇĞİÖŞÜ][^\W\d_]*(?: [A-ZÇĞİÖŞÜ][^\W\d_]*){0,2}"
_NOTE = re.compile(rf" \[(?:(?P<first>{_ISO})(?:/(?P<last>{_ISO}))?|(?P<who>{_NAME})|{CUT})\]")
_SPEAKER = re.compile(rf"(?P<who>[^\s:\[][^:\n]{{0,{MOST_NAME - 1}}}): (?=\S)")
_WEEK = timedelta(days=6)
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMED = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ocak|subat|mart|nisan|haziran|temmuz|agustos|eylul|ekim|kasim"
    r"|aralik|christmas|yilbasi|halloween)"
)
_REST_OF_WORD = re.compile(r"[\w'’]*")
_WORD = re.compile(r"[^\W_]+(?:['’.:,\-/][^\W_]+)*")
_SAID = datetime(2024, 1, 31, tzinfo=UTC)
"""Any day serves to find the places of times."""
_MY = re.compile(r"(?<![\w'’])(?:[Mm]y|[Mm]ine)(?![\w'’])")
_SHORT = re.compile(r"(?<![\w'’])(?P<who>I|[Ww]e)['’](?P<verb>m|ve|ll|re)(?![\w'’])")
_FULL = {"m": "am", "ve": "have", "ll": "will", "re": "are"}
_STOPS = (".", ",", "!", "?", ";", " ")
_VAGUE = re.compile(
    r"\b(?:few|couple|several|about|around|roughly|almost|nearly|some|many|every|each|since|for|birkac|yaklasik|her)\b"
    r"|\bthe (?:last|past)\b|(?:yil|ay|hafta|gun|sene)d[iu]r|\wl[ae]r[iu]?$"
)
"""Words that make a time no day: an approximation, a duration, a habit ("hafta sonları")."""
_BEFORE = 7
"""Characters before a time in which a word may make it vague."""
_HABIT = re.compile(
    r"\b(?:usually|normally|often|always|typically|regularly|generally|weekly|mornings|evenings|afternoons|nights"
    r"|genellikle|genelde|hep|her|haftalik|sabahlari|aksamlari|geceleri)\b"
)
_WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|s|nes|rs|ur)?|pazar|sali|carsamba|persembe|cuma")
"""Days of the week, which a habit repeats."""
_BARE = re.compile(r"(?:an? |the )?weekend|hafta ?sonu")
"""A time that no word ties to a week."""
_UNIT = re.compile(r"\b(?:(?P<year>years?|yil|sene)|months?|ay)\b")
_OF_YEAR = re.compile(r"\b(?:years?|yil(?:in)?|sene(?:nin|ye)?)\b")
_NEXT_DAY = re.compile(r"\bnext (?:mon|tue|wed|thu|fri|sat|sun)")
_APPOSED = re.compile(r"\s*[,(–-]?\s*(?:on )?")
_FURTHEST = timedelta(days=200)
"""Greatest distance of a month or day without a year; beyond it the year would be a guess."""


@dataclass(frozen=True, slots=True)
class Note:
    """An annotation and its place in the words."""

    place: int
    text: str


def name_of(speaker: str) -> str:
    """Return the speaker's name, `User` if only the role is known, `Assistant` for an assistant."""
    bare = " ".join(speaker.split())
    lowered = bare.lower()
    if lowered in _ROLES:
        return USER
    return ASSISTANT if lowered in _ASSISTANTS else bare


def quoted(words: str, speaker: str, notes: Iterable[Note] = ()) -> str:
    """Return the words as a memory's text."""
    for note in sorted(notes, key=lambda one: -one.place):
        words = f"{words[: note.place]} [{note.text}]{words[note.place :]}"
    return f"{label(speaker)}: {words}"


def label(speaker: str) -> str:
    """Return the speaker's name as a quote begins with it: one line without a colon."""
    return name_of(name_of(speaker).replace(":", " ").strip(" [")[:MOST_NAME])


def split(text: str) -> tuple[str, str]:
    """Return the speaker of a quote and the rest; "" and the text itself without a speaker."""
    found = _SPEAKER.match(text)
    return (found["who"], text[found.end() :]) if found else ("", text)


def bare(text: str) -> str:
    """Return the words of a quote without the speaker and recognisable annotations."""
    return _NOTE.sub("", split(text)[1])


def days_told(text: str) -> tuple[Days, ...]:
    """Return the days that the annotations of a quote name, as written."""
    found = ((note["first"], note["last"]) for note in _NOTE.finditer(split(text)[1]) if note["first"])
    days = (_days(f"{first}/{last or first}") for first, last in found)
    return tuple(one for one in days if one is not None)


def says_all(whole: str, part: str) -> bool:
    """Whether one person's quote has all words of another quote in order; others may stand between."""
    if split(whole)[0] != split(part)[0]:
        return False
    remaining = iter(_WORD.findall(bare(whole).casefold()))
    return all(any(word == other for other in remaining) for word in _WORD.findall(bare(part).casefold()))


def day_notes(words: str, expressions: Sequence[Expression], said: date) -> list[Note]:
    """Return the days of times without a year, each behind its words; `said` is the day they were said.

    A wrong day is worse than none. There is none for a habit, for a time of this week or the next, for words that give
    two days, and for a day that the text names itself ("next Friday, 22 May").
    """
    days: dict[str, set[date]] = {}
    for found in expressions:
        days.setdefault(fold(found.text), set()).add(found.first)
    return [
        Note(_end_of(words, found.end), _iso(found))
        for found, after in zip_longest(expressions, expressions[1:])
        if not _YEAR.search(found.text)
        and len(days[fold(found.text)]) == 1
        and not _is_unsure(words, found, said)
        and not (after and _APPOSED.fullmatch(words[found.end : after.start]) and _NAMED.search(fold(after.text)))
    ]


def _is_unsure(words: str, found: Expression, said: date) -> bool:
    folded = fold(found.text)
    around = fold(words[max(0, found.start - _BEFORE) : _end_of(words, found.end)])
    is_habit = _WEEKDAY.search(folded) is not None and _HABIT.search(fold(words)) is not None
    if is_habit or _BARE.fullmatch(folded) or _VAGUE.search(around):
        return True
    if _NEXT_DAY.search(folded) and found.first.isocalendar()[:2] == said.isocalendar()[:2]:
        return True
    if not _NAMED.search(folded) or _names_year(folded):
        return False
    return min(abs(found.first - said), abs(found.last - said)) > _FURTHEST


def _names_year(folded: str) -> bool:
    """Whether a month or day has its year in words: "5 March last year"."""
    return _NAMED.search(folded) is not None and _OF_YEAR.search(folded) is not None


@reading
def dated(doc: Doc) -> str:
    """Return a quote's words, or another text, with days in place of the words for them; for comparison."""
    words, notes = _read(split(doc.text)[1])
    days = {note.place: days for note in notes if (days := _days(note.text))}
    if not days:
        return words
    written = {end: (end, f" {days[end].first}") for end in days}
    for found in resolve(words, doc.language, _SAID).expressions:
        end = _end_of(words, found.end)
        if end in days:
            written[end] = found.start, _written(words, found, end, days[end], doc.language)
    for end in sorted(written, reverse=True):
        start, iso = written[end]
        words = f"{words[:start]}{iso}{words[end:]}"
    return words


@reading
def told_of(doc: Doc) -> tuple[str, Doc]:
    """Return the "I" of a quote ("" for the user), and its dated words; for comparison.

    In English "I've" is written out, and "my" things have their owner.
    """
    speaker, words = split(doc.text)[0], dated(doc)
    if speaker and doc.language is not Language.TR:
        words = _SHORT.sub(lambda found: f"{found['who']} {_FULL[found['verb']]}", words)
    if speaker in ("", USER):
        return "", doc_of(words, doc.language)
    return speaker, doc_of(_MY.sub(f"{speaker}'s", words) if doc.language is not Language.TR else words, doc.language)


def _read(words: str) -> tuple[str, list[Note]]:
    """Return words and annotations separately."""
    notes: list[Note] = []
    plain = ""
    at = 0
    for found in _NOTE.finditer(words):
        plain += words[at : found.start()]
        notes.append(Note(len(plain), found[0][2:-1]))
        at = found.end()
    return plain + words[at:], notes


def _end_of(words: str, end: int) -> int:
    """Return the end of the word at a place: an annotation follows "yesterday's" and "Cuma'ya" as a whole."""
    while words[end - 1 : end] in _STOPS:
        end -= 1
    found = _REST_OF_WORD.match(words, end)
    return found.end() if found else end


def _iso(found: Expression) -> str:
    first, last = found.first, found.last
    folded = fold(found.text)
    if first == last and not _names_year(folded) and (unit := _UNIT.search(folded)):  # "five years ago" is no day
        return f"{first:%Y}" if unit["year"] else f"{first:%Y-%m}"
    if first == last or (last - first == _WEEK and found.role is not Role.BETWEEN):
        return first.isoformat()
    if Days(first, last) == years(first.year):
        return f"{first:%Y}"
    is_months = first.day == 1 and (last + timedelta(days=1)).day == 1
    form = "%Y-%m" if is_months else "%Y-%m-%d"
    return first.strftime(form) if is_months and first.month == last.month else f"{first:{form}}/{last:{form}}"


def _days(iso: str) -> Days | None:
    """Return the days of an annotation; None for one that is no time."""
    first, _, last = iso.partition("/")
    try:
        start, end = _span(first), _span(last or first)
    except ValueError:
        return None
    return Days(start.first, end.last)


def _span(iso: str) -> Days:
    places = [int(part) for part in iso.split("-")]
    match places:
        case [of]:
            return years(of)
        case [of, number]:
            return month(of, number)
    return day(date(*places))


def _written(words: str, found: Expression, end: int, days: Days, language: Language) -> str:
    said = words[found.start : end]
    if _NAMED.search(fold(said)):
        return f"{said} ({days.first if days.first == days.last else f'{days.first} – {days.last}'})"
    return written_out(days, found.role, language)
