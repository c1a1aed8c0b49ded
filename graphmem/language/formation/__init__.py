"""Formation without a model: clauses of a message worth keeping, verbatim and with valid times.

A statement is a stretch of the message; `graphmem.language.quotes` adds speaker and annotations. Category, emotion and
entities come from the observer; see `graphmem.model.memory.ExtractedStatement` for the whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from graphmem.language.formation.pronouns import pronoun_notes
from graphmem.language.formation.reported_speech import is_own_in_sentence, own_claim
from graphmem.language.formation.splitting import Span
from graphmem.language.quotes import CUT, Note, day_notes, quoted
from graphmem.language.temporal import Role, TimeReading, resolve
from graphmem.model.language import Language
from graphmem.model.memory import TemporalType

__all__ = [
    "MOST_CHARACTERS",
    "Clauses",
    "QuotedStatement",
    "form",
    "own_claim",
    "split_days",
    "valid_times",
    "without_bullet",
]

MOST_CHARACTERS = 500
"""Most characters of a statement's words; longer ones are cut after a word and annotated."""

_OPENING = 3
"""Characters from a sentence's start within which a time counts for all its parts."""
_OPENING_WORDS = 2
"""Most words between a pause and a day that opens the next part: ", and on Friday we go"."""
_A_LIST = 2
"""Least numbered points of a list: alone, "2. salon" is the second hall."""
_BULLET = re.compile(r"(?:[-*+•▪◦‣–—>]+|\d{1,2}[.)])\s+")
_POINT = re.compile(r"^[ \t]*\d{1,2}\.\s", re.MULTILINE)
_NUMBER = re.compile(r"\d{1,2}\.")
_CLAUSE_END = re.compile(r"[,;:](?= )")


@dataclass(frozen=True, slots=True)
class QuotedStatement:
    """One statement: `text` is its annotated quote, `words` are the message's from `start` to `end`.

    `claim` is the part that the speaker claims, None for all of it, "" for a mere report. Times are UTC, the interval
    is half-open: a day named as the last one is included; `expected`: no last day is named. `recurrence`: see
    `graphmem.model.recurrence`.
    """

    text: str
    words: str
    start: int
    end: int
    valid_from: datetime
    valid_until: datetime | None
    temporal_type: TemporalType
    foresight: bool
    claim: str | None = None
    expected: bool = False
    recurrence: str | None = None


@dataclass(frozen=True, slots=True)
class _Saying:
    """A turn's speaker, time, language, and the people it names."""

    language: Language
    speaker: str
    said_at: datetime
    people: Collection[str]


@dataclass(frozen=True, slots=True)
class Clauses:
    """A sentence and those of its stretches that may be statements."""

    sentence: Span
    parts: tuple[Span, ...]


def form(
    text: str,
    found: Sequence[Clauses],
    kept: Collection[Span],
    *,
    language: Language,
    speaker: str,
    said_at: datetime,
    people: Collection[str] = (),
) -> tuple[QuotedStatement, ...]:
    """Return the statements of the `kept` clauses of a text.

    `people` are those the text names; `speaker` is a name or a role. Days are those of `said_at` in its own zone.
    """
    saying = _Saying(language, speaker, said_at, people)
    formed: dict[str, QuotedStatement] = {}
    for one in found:
        if not any(part in kept for part in one.parts):
            continue
        opening: TimeReading | None = None
        for span in one.parts:
            words = span.of(text)
            reading = resolve(words, language, said_at)
            if opening and not reading.expressions and not reading.foresight:
                reading = replace(opening, expressions=())
            elif _opens(reading):
                opening = reading
            if span not in kept:
                continue
            atom = _atom(text, span, reading, saying)
            sentence = one.sentence.of(text)
            if (own := own_claim(words, language)) != words or not is_own_in_sentence(sentence, words, language):
                atom = replace(atom, claim=_claim(own if own != words else "", saying))
            formed.setdefault(atom.text, atom)
    return tuple(formed.values())


def without_bullet(text: str, span: Span) -> Span:
    """Return the stretch without the bullet or number at its start."""
    start = span.start
    while found := _BULLET.match(text, start, span.end):
        if _NUMBER.match(text, start) and len(_POINT.findall(text)) < _A_LIST:
            break
        start = found.end()
    return Span(start, span.end)


def split_days(text: str, span: Span, language: Language, said_at: datetime) -> Iterator[Span]:
    """Split a stretch where a day of its own opens a part behind a pause.

    Plans for two days are two, each due on its own.
    """
    words, start = span.of(text), 0
    found = [one for one in resolve(words, language, said_at).expressions if one.role is Role.AT]
    for before, one in pairwise(found):
        pause = max(words.rfind(mark, before.end, one.start) for mark in ",;")
        is_opened = pause > start and len(words[pause + 1 : one.start].split()) <= _OPENING_WORDS
        if is_opened and one.first != before.first:
            yield Span(span.start + start, span.start + pause)
            start = pause + 1 + len(words[pause + 1 :]) - len(words[pause + 1 :].lstrip())
    yield Span(span.start + start, span.end)


def valid_times(reading: TimeReading, said_at: datetime) -> tuple[datetime, datetime | None]:
    """Return the half-open UTC interval of a reading, from the last day if it has no start.

    A state that was over when it was said ("I lived there from 2012 to 2016") stays true: it has no end.
    """
    until = _midnight(reading.valid_until + timedelta(days=1), said_at) if reading.valid_until else None
    if until and until <= said_at:
        until = None
    first = reading.valid_from or reading.valid_until or said_at.date()
    return (said_at.astimezone(UTC) if first == said_at.date() else _midnight(first, said_at)), until


def _atom(text: str, span: Span, reading: TimeReading, saying: _Saying) -> QuotedStatement:
    start, end = valid_times(reading, saying.said_at)
    whole = span.of(text)
    kept = whole if len(whole) <= MOST_CHARACTERS else whole[: _cut(whole, MOST_CHARACTERS)].rstrip()
    notes = [*day_notes(whole, reading.expressions, saying.said_at.date())]
    notes += pronoun_notes(text, span.start, span.end, saying.people, saying.language)
    notes = [note for note in notes if note.place <= len(kept)]
    if len(kept) < len(whole):
        notes.append(Note(len(kept), CUT))
    return QuotedStatement(
        text=quoted(kept, saying.speaker, notes),
        words=whole,
        start=span.start,
        end=span.start + len(kept),
        valid_from=start,
        valid_until=end,
        temporal_type=_type(reading, end),
        foresight=reading.foresight,
        expected=reading.expected,
        recurrence=reading.recurrence,
    )


def _type(reading: TimeReading, end: datetime | None) -> TemporalType:
    if reading.recurrence is not None:
        return TemporalType.RECURRING
    return TemporalType.TIME_BOUNDED if end else TemporalType.PERSISTENT


def _claim(own: str, saying: _Saying) -> str:
    """Return the speaker's own claim in the form of a quote."""
    if not own:
        return ""
    times = resolve(own, saying.language, saying.said_at).expressions
    return quoted(own, saying.speaker, day_notes(own, times, saying.said_at.date()))


def _cut(text: str, most: int) -> int:
    """Return the place to cut a long text: after a clause of its second half, else after a word."""
    ends = [found.start() for found in _CLAUSE_END.finditer(text, most // 2, most)]
    if ends:
        return ends[-1]
    at = text.rfind(" ", 0, most)
    return at if at > 0 else most


def _opens(reading: TimeReading) -> bool:
    """Whether a part begins with a time, which then holds for the parts joined to it."""
    first = reading.expressions[0] if reading.expressions else None
    return first is not None and first.start <= _OPENING and first.role is Role.AT


def _midnight(day: date, said_at: datetime) -> datetime:
    return datetime.combine(day, time.min, tzinfo=said_at.tzinfo or UTC).astimezone(UTC)
