"""Whether what a chat model says stands on its turn: its quote, its words, and every number, date, name and address.

What does not stand is dropped. The rules' own statements of the turn are quotes, and remain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from graphmem.language.contradiction import statement
from graphmem.language.contradiction.tokens import Kind
from graphmem.language.doc import doc_of
from graphmem.language.formation.splitting import sentences
from graphmem.language.observer.echo import content
from graphmem.language.quotes import name_of
from graphmem.language.temporal import resolve
from graphmem.language.turkish import fold
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from graphmem.services.ingestion.authority import may_rule
from graphmem.services.ingestion.extraction_answer import Told
from graphmem.services.ingestion.extraction_prompt import ShownTurn

SUPPORTED = 0.5
"""Share of a statement's content words, names apart, that the turn and those before it must have in some form."""

_ISO = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_ADDRESS = re.compile(r"\S*(?:@|://)\S*[^\s.,;!?]")
_NAME = re.compile(r"(?<![.!?:])\s(?P<name>[A-ZÇĞİÖŞÜ][^\W\d_]+)")
_MOST_DAYS = 31
"""Days of a time in the turn of which each may be named: those of a month."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What statements may stand on: a turn, the turns that were shown before it, and the days that they speak of."""

    turn: ShownTurn
    before: tuple[ShownTurn, ...]

    @classmethod
    def of(cls, turn: ShownTurn, window: Sequence[ShownTurn]) -> Ground:
        """The ground of one turn of a window."""
        place = next(place for place, one in enumerate(window) if one is turn)
        return cls(turn, tuple(window[:place]))

    def kept(self, told: Told) -> Told | None:
        """What a model told, without a lesson or a time that does not stand; None where the statement does not."""
        if not (self._has_quote(told.quote) and self._supports(told.text)):
            return None
        days = {day.isoformat() for day in self._days()} | set(_ISO.findall(self._sources()))
        return told.model_copy(
            update={
                "lesson": told.lesson if self._may_teach(told) else "",
                "valid_from": told.valid_from if _is_of(told.valid_from, days) else "",
                "valid_until": told.valid_until if _is_of(told.valid_until, days) else "",
            }
        )

    def _has_quote(self, quote: str) -> bool:
        return _plain(quote) in _plain(self.turn.text)

    def _supports(self, text: str) -> bool:
        language = self.turn.message.language
        if self.lacks(text):
            return False
        said = _stems(self.turn.text, language)
        known = said | _stems(self._sources(), language)
        mine = _stems(text, language) - _stems(name_of(self.turn.message.speaker), language)
        names = {stem for name in capitals(text) for stem in _stems(name, language)}
        words = {word for word in mine - names if not word[:1].isdigit()}
        # "like" is no word of content by itself, "likes" is one.
        there = {word for word in words if word in known or _stands(word, self._sources())}
        return bool(mine & said) and len(there) >= SUPPORTED * len(words) and not self._flips(text)

    def _flips(self, text: str) -> bool:
        """Whether it denies what the nearest sentences of the turn say, or says what they deny."""
        language = self.turn.message.language
        mine = _stems(text, language)
        shared = [(len(mine & _stems(one, language)), one) for one in sentences(self.turn.text)]
        most = max((count for count, _ in shared), default=0)
        near = [one for count, one in shared if count == most]
        return bool(near) and all(_denies(one, language) != _denies(text, language) for one in near)

    def lacks(self, text: str) -> bool:
        """Whether a number, a date, a name or an address of the text is nowhere in the turn or those before it."""
        return bool(invented(text, self._sources(), self.turn.message.language, self._days()))

    def _may_teach(self, told: Told) -> bool:
        """Only a user's own words make a lesson: no assistant's, tool's or document's, and nothing only passed on."""
        return not told.reported and may_rule(self.turn.message, told.text) and not self.lacks(told.lesson)

    def _sources(self) -> str:
        return " \n".join(f"{name_of(one.message.speaker)}: {one.text}" for one in (*self.before, self.turn))

    def _days(self) -> set[date]:
        found = {self.turn.message.said_at.date()}
        for one in (*self.before, self.turn):
            reading = resolve(one.text, one.message.language, one.message.said_at)
            for expression in reading.expressions:
                found |= _all(expression.first, expression.last)
            for end in (reading.valid_from, reading.valid_until):
                found |= {end} if end is not None else set()
        return found


def invented(text: str, source: str, language: Language, days: Iterable[date] = ()) -> set[str]:
    """The numbers, dates, names and addresses of a text that its source does not have."""
    known = {day.isoformat() for day in days}
    dates = {one for one in _ISO.findall(text) if one not in source and one not in known}
    rest = _ISO.sub(" ", text)
    told, there = (statement(doc_of(one, language)) for one in (rest, source))
    kinds = (Kind.NUMBER, Kind.DATE, Kind.NAME)
    marks = {key for kind in kinds for key in told.of_kind(kind) - there.of_kind(kind) if not _stands(key, source)}
    names = {name for name in capitals(rest) if not _stands(name, source)}
    addresses = {one for one in _ADDRESS.findall(text) if fold(one) not in fold(source)}
    return dates | marks | names | addresses


def _stands(word: str, source: str) -> bool:
    """Whether a word begins one of the source, as a name before its case ending does; a number is the whole."""
    end = r"(?!\w)" if word[-1:].isdigit() else ""
    return re.search(rf"(?<!\w){re.escape(fold(word))}{end}", fold(source)) is not None


def capitals(text: str) -> set[str]:
    """The words with a capital that begin no sentence, without what follows an apostrophe."""
    return {found["name"] for found in _NAME.finditer(text)}


def is_users(turn: ShownTurn) -> bool:
    """Whether a user says the turn."""
    return turn.message.role is Role.USER


def says(text: str, other: str, language: Language) -> bool:
    """Whether a text has most of another's words, and denies as it does."""
    wanted = _stems(other, language)
    same = len(wanted & _stems(text, language)) >= SUPPORTED * len(wanted)
    return same and _denies(text, language) == _denies(other, language)


def _denies(text: str, language: Language) -> bool:
    return statement(doc_of(text, language)).negative


def _stems(text: str, language: Language) -> frozenset[str]:
    return content(doc_of(text, language))


def _plain(text: str) -> str:
    return fold(" ".join(text.split())).strip(" .\"'“”‘’")


def _is_of(given: str, days: set[str]) -> bool:
    """Whether a day, a month or a year is one that the turn speaks of; no time at all always is."""
    written = given.strip()[:10]
    return any(day.startswith(written) for day in days)


def _all(first: date, last: date) -> set[date]:
    span = (last - first).days
    return {first, last} if span > _MOST_DAYS else {first + timedelta(days=day) for day in range(span + 1)}
