"""Figures that tell two statements apart: a number, measure, identifier, date or hour that differs.

Each veto reads tokens, so that it holds however much the two texts have in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.doc import Doc, folded, reading
from graphmem.language.quantities import quantities
from graphmem.language.temporal.words import months
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.language.words import beside_prose

_MEASURE = re.compile(r"(?<=\d)\s?(°?[^\W\d_]{1,2})\b|(?<![^\W\d_]['’])\b([^\W\d_]{3,})|([$€£₺¥])")
"""A word that may be a measure; one of one or two letters counts only behind its number."""
_JOINED = re.compile(r"(?:[^\W_]|[-.](?=\w))+")
_NUMBER = re.compile(r"[\d.,:-]+(?:st|nd|rd|th|am|pm|[^\W\d_]{1,4})?")
_LONG = re.compile(r"(?<![\d-])(?!\d{4}-\d\d-\d\d\b)\d(?:[ -]?\d){7,}")
_DIGITS = re.compile(r"\d+")
_PARTED = re.compile(r"(?<!\d)\d+(?:[-/.:]\d+)+")
_FRACTION = re.compile(r"(?<![\d.,])\d+[.,]\d{1,2}(?![\d.,]?\d)")
_SIGNED = re.compile(r"(?<![\w.,-])[-−](\d+)")
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.]([0-5]\d))?\s?(am|pm)\b|\b(1[3-9]|2[0-3])[:.]([0-5]\d)\b")
_TELLS_TIME = re.compile(
    r"(?<![\d.:])\d{1,2}[:.][0-5]\d(?![\d.:]*\d)|\d\s?[ap]m\b|\b(?:clock|saat|noon|half|quarter|bucuk|ceyrek)"
)
_BOUND = re.compile(r"\b(?:(from|to|until)\s+)?(\d+)(?:['’]([^\W\d_]+)|\s?([^\W\d_]{2,}))?")
_ORDINAL = re.compile(r"(?:\b(\w+)\s+)?\b(\w+?)([iu]?)nc[iu]")
_APART = re.compile(r"[\W_]+")

_WHOLE = 4
"""Letters from which a listed word matches by its first letters."""
_DATE_PARTS = 3
_YEAR = 4
_WAYS = {"from": "<", "to": ">", "until": ">"} | dict.fromkeys(("dan", "den", "tan", "ten"), "<")
_WAYS |= dict.fromkeys(("a", "e", "ya", "ye"), ">")


def figures_lack(old: Doc, new: Doc) -> bool:
    """Whether the new statement has a figure that the old one lacks."""
    joined = _APART.sub("", folded(old))
    unknown = _identifiers(new) - _identifiers(old)
    if any(re.search(rf"(?<!\d){one}(?!\d)", joined) is None for one in unknown):
        return True
    return (
        not _addresses(new) <= _addresses(old) or _adds_number(old, new) or _adds_hour(old, new) or _adds_date(old, new)
    )


def figures_apart(old: Doc, new: Doc) -> bool:
    """Whether the figures differ in one place, or the same figures belong to other things."""
    ordinals = _ordinals(old), _ordinals(new)
    return (
        _measured_apart(old, new)
        or _signed(old) != _signed(new)
        or _reordered(old, new)
        or _bound_apart(old, new)
        or (all(ordinals) and ordinals[0].isdisjoint(ordinals[1]))
        or _halved(old) != _halved(new)
    )


def one_grows(old: Doc, new: Doc) -> bool:
    """Whether "bir" of the old statement ends a number of the new one: "on bir"."""
    (known, is_one), told = quantities(old), quantities(new)[0]
    return is_one and any(value > 1 and value % 10 == 1 for value in told - known)


@reading
def _identifiers(doc: Doc) -> frozenset[str]:
    """Return identifiers without the signs between their parts, such as "us-east-1" and "4f2a9c1".

    They mix letters and digits, but are no number with a unit or ending, or have too many digits for a quantity.
    """
    found = [one for one in _JOINED.findall(folded(doc)) if _DIGITS.search(one) and not _NUMBER.fullmatch(one)]
    return frozenset(_APART.sub("", one) for one in (*found, *_LONG.findall(doc.text)))


@reading
def _addresses(doc: Doc) -> frozenset[str]:
    return frozenset(fold(one).rstrip(".,;") for one in beside_prose(doc.text))


def _adds_number(old: Doc, new: Doc) -> bool:
    """Whether the new statement has a quantity that the old one lacks, except an hour by another clock."""
    before, after = quantities(old)[0], quantities(new)[0]
    dated = {float(part or 0) for parts in _parted(old) if len(parts) >= _DATE_PARTS for part in parts}
    if after - before - dated and not any(_TELLS_TIME.search(folded(doc)) for doc in (old, new)):
        return True
    written = _FRACTION.findall(old.text), _FRACTION.findall(new.text)
    values = {float(one.replace(",", ".")): one[-2:] for one in written[0]}
    # "3.1" and "3.10" are one number and two versions.
    return any(values.get(float(one.replace(",", ".")), one[-2:]) != one[-2:] for one in written[1])


def _adds_hour(old: Doc, new: Doc) -> bool:
    before, after = _hours(old), _hours(new)
    return bool(before) and bool(after - before)


@reading
def _hours(doc: Doc) -> frozenset[int]:
    """Return hours whose half of the day is known, as minutes of the day: "9 pm", "21:00"."""
    found = set()
    for hour, minute, half, late, past in _CLOCK.findall(folded(doc)):
        clock = int(late or hour) % (24 if late else 12) + (12 if half == "pm" else 0)
        found.add(clock * 60 + int(past or minute or 0))
    return frozenset(found)


def _adds_date(old: Doc, new: Doc) -> bool:
    before, after = ({one for one in _parted(doc) if len(one) >= _DATE_PARTS} for doc in (old, new))
    if before:
        return bool(after - before)
    known = {part.lstrip("0") for part in _DIGITS.findall(old.text)}
    known |= {str(months()[word]) for word in _APART.split(folded(old)) if word in months()}
    return any(not known.issuperset(parts) for parts in after)


@reading
def _parted(doc: Doc) -> frozenset[tuple[str, ...]]:
    """Return numbers of several parts, "3-1" and "03.04.2026"; the year of a date comes last."""
    found = set()
    for one in _PARTED.findall(doc.text):
        parts = _DIGITS.findall(one)
        turned = parts[::-1] if len(parts) == _DATE_PARTS and len(parts[0]) == _YEAR else parts
        found.add(tuple(part.lstrip("0") for part in turned))
    return frozenset(found)


def _reordered(old: Doc, new: Doc) -> bool:
    """Whether a number of several parts has them in another order."""
    before = _parted(old)
    return any(one not in before and any(sorted(one) == sorted(two) for two in before) for one in _parted(new))


def _measured_apart(old: Doc, new: Doc) -> bool:
    before, after = _measures(old), _measures(new)
    return any(before[line].isdisjoint(after[line]) for line in before.keys() & after.keys())


@reading
def _measures(doc: Doc) -> dict[int, frozenset[int]]:
    """Return the sides of each listed opposition that a text names."""
    found: dict[int, frozenset[int]] = {}
    for parts in _MEASURE.findall(folded(doc)):
        for line, side in _sides("".join(parts)):
            found[line] = found.get(line, frozenset()) | {side}
    return found


def _sides(word: str) -> tuple[tuple[int, int], ...]:
    heads = (word[:length] for length in range(len(word), _WHOLE - 1, -1))
    return next((_listed()[head] for head in (word, *heads) if head in _listed()), ())


@cache
def _listed() -> dict[str, tuple[tuple[int, int], ...]]:
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for line, text in enumerate(lines("pair_measures")):
        for side, part in enumerate(text.split("|")):
            for word in part.split():
                found[word] = (*found.get(word, ()), (line, side))
    return found


@reading
def _signed(doc: Doc) -> frozenset[str]:
    return frozenset(_SIGNED.findall(doc.text))


def _bound_apart(old: Doc, new: Doc) -> bool:
    """Whether a number belongs to another thing than before: "10 km in 50 minutes", "50 km in 10"."""
    before, after = _bound(old), _bound(new)
    return any(before[what].isdisjoint(after[what]) for what in before.keys() & after.keys())


@reading
def _bound(doc: Doc) -> dict[str, frozenset[str]]:
    """Return the numbers in digits by the word or ending beside them."""
    found: dict[str, frozenset[str]] = {}
    for before, number, ending, word in _BOUND.findall(folded(doc)):
        for what in filter(None, (before, ending, word)):
            key = _WAYS.get(what, what[:_WHOLE])
            found[key] = found.get(key, frozenset()) | {number.lstrip("0")}
    return found


@reading
def _ordinals(doc: Doc) -> frozenset[tuple[str, str]]:
    """Return Turkish ordinals with the number before them: "on altıncı"."""
    return frozenset(_ordinals_of(folded(doc)))


def _ordinals_of(text: str) -> Iterator[tuple[str, str]]:
    known = _number_words()
    for before, stem, vowel in _ORDINAL.findall(text):
        if stem in known or stem + vowel in known:
            yield before if before in known else "", stem


@cache
def _number_words() -> frozenset[str]:
    return frozenset(word for line in lines("pair_numbers") for word in line.partition("|")[2].split())


def _halved(doc: Doc) -> bool:
    """Whether a text has a half that is no part of one of its numbers."""
    parted = any(value % 1 for value in quantities(doc)[0])
    return not parted and not {"half", "yarim"}.isdisjoint(_APART.split(folded(doc)))
