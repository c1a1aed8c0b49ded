"""Checks that numbers, dates, names and addresses in a chat model's text occur in its source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta

from graphmem.language.contradiction import statement
from graphmem.language.contradiction.tokens import Kind
from graphmem.language.doc import doc_of
from graphmem.language.temporal import resolve
from graphmem.language.turkish import fold
from graphmem.model.language import Language
from graphmem.services.ingestion.draft import Message

_ISO = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_ADDRESS = re.compile(r"\S*(?:@|://)\S*[^\s.,;!?]")
_NAME = re.compile(r"(?<![.!?:])\s(?P<name>[A-ZÇĞİÖŞÜ][^\W\d_]+)")
_MOST_DAYS = 31
"""Longest span of days in a turn, a month, of which a model may name each single day."""


def days_told(text: str, message: Message) -> frozenset[date]:
    """The days that a text names, counted from when the message was said, and that day itself."""
    found = {message.said_at.date()}
    reading = resolve(text, message.language, message.said_at)
    for expression in reading.expressions:
        found |= _all(expression.first, expression.last)
    return frozenset(found | {end for end in (reading.valid_from, reading.valid_until) if end is not None})


def invented_details(text: str, source: str, language: Language, days: Iterable[date] = ()) -> set[str]:
    """The numbers, dates, names and addresses of a text that its source lacks."""
    known = {day.isoformat() for day in days}
    dates = {one for one in _ISO.findall(text) if one not in source and one not in known}
    rest = _ISO.sub(" ", text)
    told, there = (statement(doc_of(one, language)) for one in (rest, source))
    kinds = (Kind.NUMBER, Kind.DATE, Kind.NAME)
    marks = {key for kind in kinds for key in told.of_kind(kind) - there.of_kind(kind) if not occurs_in(key, source)}
    names = {name for name in capitals(rest) if not occurs_in(name, source)}
    addresses = {one for one in _ADDRESS.findall(text) if fold(one) not in fold(source)}
    return dates | marks | names | addresses


def occurs_in(word: str, source: str) -> bool:
    """Whether a word of the source starts with this one, as inflected names do; numbers must be equal."""
    end = r"(?!\w)" if word[-1:].isdigit() else ""
    return re.search(rf"(?<!\w){re.escape(fold(word))}{end}", fold(source)) is not None


def capitals(text: str) -> set[str]:
    """The capitalised words that begin no sentence, cut at an apostrophe."""
    return {found["name"] for found in _NAME.finditer(text)}


def _all(first: date, last: date) -> set[date]:
    span = (last - first).days
    return {first, last} if span > _MOST_DAYS else {first + timedelta(days=day) for day in range(span + 1)}
