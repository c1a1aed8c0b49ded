"""Quantities of a text as numbers, in any form: "4k", "four thousand", "dört bin", "half past three".

For comparison only: a clock's "3:30" is 3.5, so that "half past three" and "üç buçuk" are equal, and numbers that
differ by twelve may be. Identifiers such as "TK1" do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from graphmem.language.doc import Doc, reading
from graphmem.language.doc import folded as fold_of
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

HALF_DAY = 12.0
"""Hours between two forms of one time: 3 pm, 15:00."""

_DAY = 24.0
_MINUTES = 60.0
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:-[^\W\d_]+)*|&")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_CLOCK = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)")
_PAST = re.compile(r"\b(half|quarter|(?:\d{1,2}|five|ten|twenty)(?: minutes)?) (past|to) ([a-z]+|\d{1,2})\b")
_HALF_AN = re.compile(r"\b([a-z]+|\d+) and a half\b")
_PARTS = {"half": 0.5, "quarter": 0.25}
_ENDING = re.compile(
    r"(?:[dt][ae]n?|[ae]|[yn]?[iu]|y[ae]|s?[ae]r|[iu]?nc[iu]|nde|nda|[iu]nde|[iu]nda|sinde|sinda|l[iu]|l[iu]k)"
)
_UNSURE = frozenset({"on", "bin", "bir", "yuz", "kirk", "alti", "k"})
"""Turkish numbers that begin other words; they count only without endings."""
_VAGUE = frozenset({"one", "bir", "single"})
"""Words for "a" as often as for 1."""
_JOINING = frozenset({"and", "ve"})
_IDENTIFIER = re.compile(r"(?<![^\W_])[^\W\d_]+[-.]?\d[\w.\-]*")


@reading
def quantities(doc: Doc) -> tuple[frozenset[float], bool]:
    """Return every quantity of a text, and whether it has a word that may mean one ("a", "bir")."""
    language, folded = doc.language, _IDENTIFIER.sub(" ", fold_of(doc))
    numbers: set[float] = set()
    for pattern, number_of in ((_PAST, _past), (_HALF_AN, _and_a_half)):
        for match in pattern.finditer(folded):
            number = number_of(match, language)
            if number is not None:
                numbers.add(number)
                folded = folded.replace(match[0], " ")
    tokens = _TOKEN.findall(folded)
    numbers.update(_read(tokens, language))
    return frozenset(numbers), not _VAGUE.isdisjoint(tokens)


def unmatched(some: Iterable[float], others: Iterable[float]) -> int:
    """Return how many of `some` are not in `others`, also when read on a clock of twelve hours."""
    candidates = tuple(others)
    return sum(not any(_same(one, other) for other in candidates) for one in some)


def _same(one: float, other: float) -> bool:
    return one == other or (abs(one - other) == HALF_DAY and max(one, other) <= _DAY)


def _past(match: re.Match[str], language: Language) -> float | None:
    hour = _value(match[3], language)
    first = match[1].split()[0]
    part = _PARTS.get(first)
    if part is None:
        minutes = _value(first, language)
        part = None if minutes is None else round(minutes / _MINUTES, 3)
    if hour is None or part is None:
        return None
    return hour + part if match[2] == "past" else hour - part


def _and_a_half(match: re.Match[str], language: Language) -> float | None:
    value = _value(match[1], language)
    return None if value is None else value + _PARTS["half"]


def _value(token: str, language: Language) -> float | None:
    return next(_read([token], language), None)


def _read(tokens: list[str], language: Language) -> Iterator[float]:
    """Yield the numbers of a list of tokens; adjacent number words are one number."""
    total, part, begun = 0.0, 0.0, False
    for place, token in enumerate(tokens):
        digits = _digits(token)
        kind, value = ("", digits) if digits is not None else _word(token, language)
        is_article = token in _VAGUE and not (part and part % 10 == 0) and not _goes_on(tokens, place, language)
        if value is None or is_article:
            if begun and not (token in _JOINING and _goes_on(tokens, place, language)):
                yield total + part
                total, part, begun = 0.0, 0.0, False
            continue
        if kind == "x":
            part = max(part, 1.0) * value
            if value > 100:
                total, part = total + part, 0.0
        elif kind == "+":
            part += value
        elif begun and not _adds(part, value):
            yield total + part
            total, part = 0.0, value
        else:
            part += value
        begun = True
    if begun:
        yield total + part


def _adds(part: float, value: float) -> bool:
    """Whether a number continues with a smaller one: "twenty" with "five", "yüz" with "on"."""
    return (0 < value < 10 <= part and part % 10 == 0) or (10 <= value < 100 <= part and part % 100 == 0) or part == 0


def _goes_on(tokens: list[str], place: int, language: Language) -> bool:
    if place + 1 >= len(tokens):
        return False
    kind, value = _word(tokens[place + 1], language)
    return value is not None and (kind != "" or tokens[place] in _JOINING)


def _digits(token: str) -> float | None:
    if not token[0].isdigit():
        return None
    if _THOUSANDS.fullmatch(token):
        return float(re.sub("[.,]", "", token))
    if clock := _CLOCK.fullmatch(token):
        return int(clock[1]) + round(int(clock[2]) / _MINUTES, 3)
    try:
        return float(token.replace(",", "."))
    except ValueError:
        return None


@lru_cache(maxsize=20_000)
def _word(token: str, language: Language) -> tuple[str, float | None]:
    """Return the role ("x" multiplies, "+" adds a part) and value of a number word, also with endings."""
    listed = _listed(language)
    if token in listed:
        return listed[token]
    for length in range(len(token) - 1, 1, -1):
        known = listed.get(token[:length])
        if known is not None and token[:length] not in _UNSURE and _ENDING.fullmatch(token[length:]):
            return known
    joined = [listed.get(part) for part in token.split("-")]
    if len(joined) > 1 and all(one is not None and not one[0] for one in joined):
        return "", sum(one[1] or 0.0 for one in joined if one is not None)
    return "", None


@cache
def _listed(language: Language) -> dict[str, tuple[str, float | None]]:
    numbers: dict[str, tuple[str, float | None]] = {}
    for line in lines("pair_numbers"):
        english, _, turkish = line.partition("|")
        value, *spellings = english.split()
        spellings = spellings if language is not Language.TR else turkish.split()
        kind = value[0] if value[0] in "x+" else ""
        numbers |= {word: (kind, float(value.lstrip("x+"))) for word in spellings}
    return numbers
