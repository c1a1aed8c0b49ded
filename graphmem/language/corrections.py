"""Corrections: whether a statement takes back an earlier one's value and gives another.

"Actually that was wrong, the broker is 2.0.18" and "not on Wednesday but on Thursday" take the earlier value back in
words. No other sign of a change is as sure.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import dropwhile, takewhile

from graphmem.language.doc import Doc, reading
from graphmem.language.temporal.words import fold, months, weekdays
from graphmem.language.wordlists import lines, words
from graphmem.model.language import ByLanguage, Language

_WORD = re.compile(r"\d{4}-\d\d(?:-\d\d)?|\d+(?:[.,:]\d+)*|[^\W_]+")
_DENIED = ByLanguage(
    {
        Language.EN: re.compile(
            r"\b(?:not|isn't|wasn't|instead of|rather than|no longer)((?: [^\s,;.!?]+){1,4})(?![^.!]*\?)"
        ),
        Language.TR: re.compile(r"((?:[^\s,;.!?]+ ){1,4})degil\b(?! m[iu])(?![^.!]*\?)"),
    }
)
"""The denied words: those after "not", those before "değil". A question denies nothing."""

_CLAUSE = re.compile(r"(?:[,;:]|[.!?…]|\s[–—-])\s+")
_LONGEST_RETRACTION = 7
"""Most words of a clause that only says that something was wrong."""

_STEM = 4
"""Letters of a capitalised word that stay the same under Turkish endings."""


@reading
def _values(doc: Doc) -> frozenset[str]:
    """Return the numbers, names and days in a text, folded; a name that opens a sentence does not count."""
    found = set()
    for match in _WORD.finditer(doc.text):
        word, before = match[0], doc.text[: match.start()].rstrip()
        inside = bool(before) and before[-1] not in ".!?:"
        folded = fold(word)
        if word[0].isdigit() or _day(folded) or (word[0].isupper() and inside and folded not in ("i", "ben")):
            found.add(_day(folded) or folded)
    return frozenset(found)


def _day(folded: str) -> str | None:
    """Return the weekday or month that a word names, with any ending."""
    return next((name for name in _days() if folded.startswith(name)), None)


@cache
def _days() -> tuple[str, ...]:
    return tuple(sorted((name for name in (*weekdays(), *months()) if len(name) >= _STEM), key=len, reverse=True))


@cache
def _retraction(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines(f"{language.value}/retractions")))


def without_retraction(text: str, language: Language) -> str:
    """Return a text without the clauses that only retract: "I never lived there, that was a mistake"."""
    parts = _CLAUSE.split(text)
    said = [part for part in parts if not _only_retracts(part, language)]
    return ", ".join(said) if said and len(said) < len(parts) else text


def _only_retracts(part: str, language: Language) -> bool:
    return len(part.split()) <= _LONGEST_RETRACTION and _retraction(language).search(fold(part)) is not None


def corrects(old: Doc, new: Doc) -> bool:
    """Whether the new statement takes back a value of the old one in words, and states another.

    Either it denies that very value ("not X but Y") or a word, or it says that what was said was wrong and has another
    value of the same kind, beside one that both have. Two statements without a value in common are of two matters.
    """
    if old.language is not new.language:
        return False
    before, after = _values(old), _values(new)
    folded = fold(new.text)
    # A repeated rejection ("a Canadian visa instead of a Jamaican") takes nothing back.
    denied = _denied(new) - _denied(old)
    if before & denied and after - before - denied:
        return _share_a_word(old, new, before | after)
    if _denies_a_word(old, new):
        return True
    taken_back = _retraction(new.language).search(folded) is not None
    return taken_back and bool(before & after) and _exchanged(before, after)


@reading
def _denied(doc: Doc) -> frozenset[str]:
    """Return the values that a text denies, right beside the denial, as in "not on Wednesday".

    "Not sure if Redis can" and "not only Redis" deny none.
    """
    written = {fold(match[0]) for match in _WORD.finditer(doc.text) if match[0][0].isupper() or match[0][0].isdigit()}
    found: set[str] = set()
    for part in _DENIED[doc.language].findall(fold(doc.text)):
        said = [_WORD.match(word) for word in part.split()]
        heads = [word[0] if word else "" for word in said]
        found.update(_day(word) or word for word in _beside(heads, doc.language, written))
    return frozenset(found)


def _beside(heads: list[str], language: Language, written: set[str]) -> list[str]:
    """Return the values that open a run of words behind its prepositions, or in Turkish close it.

    "Sadece Redis" gives none.
    """
    near = heads[::-1] if language is Language.TR else list(dropwhile(_ties().__contains__, heads))
    values = list(takewhile(lambda word: word in written or _day(word) is not None, near))
    before = near[len(values)] if language is Language.TR and len(near) > len(values) else ""
    return [] if before in words("not_only") else values


def _denies_a_word(old: Doc, new: Doc) -> bool:
    """Whether the new text denies a word of the old one beside shared words, and tells another.

    For example "allergic to walnuts, not peanuts".
    """
    stems = [{fold(word)[: _STEM + 1] for word in _WORD.findall(doc.text) if len(word) > _STEM} for doc in (old, new)]
    denied = {stem for stem in _denied_words(new) if stem in stems[0]} - _denied_words(old)
    return bool(denied) and bool(stems[0] & stems[1] - denied) and bool(stems[1] - stems[0])


@reading
def _denied_words(doc: Doc) -> frozenset[str]:
    """Return the stem of the word right beside each denial; none of "not only peanuts"."""
    found = set()
    for part in _DENIED[doc.language].findall(fold(doc.text)):
        heads = [word[0] for word in map(_WORD.match, part.split()) if word]
        near = heads[::-1] if doc.language is Language.TR else list(dropwhile(_ties().__contains__, heads))
        if near and len(near[0]) > _STEM and not {*near[1:2]} & words("not_only"):
            found.add(near[0][: _STEM + 1])
    return frozenset(found)


@cache
def _ties() -> frozenset[str]:
    return words("en/gate_prepositions") | words("en/gate_determiners")


def _exchanged(before: frozenset[str], after: frozenset[str]) -> bool:
    """Whether a number stands for another number, or a word for another word."""
    lost, added = before - after, after - before
    return any(
        any(one[0].isdigit() is digit for one in lost) and any(one[0].isdigit() is digit for one in added)
        for digit in (True, False)
    )


def _share_a_word(old: Doc, new: Doc, values: frozenset[str]) -> bool:
    """Whether both texts share a longer word that is no value, by its first letters ("ameliyatı")."""
    starts = [
        {fold(word)[: _STEM + 1] for word in _WORD.findall(doc.text) if len(word) > _STEM and fold(word) not in values}
        for doc in (old, new)
    ]
    return bool(starts[0] & starts[1])
