"""Times of cancelled events: "the meeting on the 28th is off", "28 Kasım'daki geziyi iptal ettik".

A cancelled event is due on no day, from when it was said. That somebody cannot come on a day holds until that day is
over. In doubt a plan stays as it is: a reminder that never comes helps nobody.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from graphmem.language.temporal.reading import Role, Written
from graphmem.language.temporal.tense import is_dative
from graphmem.language.wordlists import lines
from graphmem.model.language import ByLanguage, Language

_REACH = 200
"""Characters before and behind a time in which its clause is looked for."""
_SUBJECT = r"(?:i|i'm|i've|i'll|we|we're|we've|we'll|he|she|they|it|you|the|my|our|there|let's|now|then)\b"
_CLAUSE = ByLanguage(
    {
        Language.EN: re.compile(
            rf"[.!?;\n]+(?=\s|$)|,? (?:but|so|because|although|though|instead) |, (?={_SUBJECT})"
            rf"|,? and (?={_SUBJECT}|have |need |will |also )"
        ),
        Language.TR: re.compile(
            r"[.!?;\n]+(?=\s|$)|, (?!iptal|ertele|vazgec)| (?:ama|fakat|cunku|onun yerine|yerine) "
        ),
    }
)
_UNREAL = re.compile(r"\b(?:if|unless|in case|whether|until|before)\b|\b(?:eger|sayet)\b")
_ASKS = re.compile(r"[^.!?;\n]*\?")
_DENIED = re.compile(r"(?:\bnot|n't|\bnever|\b(?:to|will|can|may|might|could|should|must|would) be|\bbeing) (?:\w+ )?$")
_NEW_DAY = re.compile(r"\b(?:to|for|by|until|till)(?: the)? $")
_WHEN_SAID = re.compile(r"\b(?:yesterday|ago|last|dun|gecen|once|evvelsi|evvelki)\b")
_LOCATED = re.compile(r"[dt][ae]ki$")
_ATTRIBUTE = re.compile(r"'s(?!\w)| ?(?:(?:gun|aksam|sabah)?k[iu])(?!\w)")


class Off(StrEnum):
    """The way an event is off: DONE, cancelled for good, or WILL_NOT, when somebody will not attend."""

    DONE = "done"
    WILL_NOT = "will not"


def called_off(folded: str, written: Written, language: Language) -> Off | None:
    """Return how the event of a time is off, or None; `written` is the time in a folded text."""
    if written.role not in {Role.AT, Role.BETWEEN} or _WHEN_SAID.search(folded, written.start, written.end):
        return None
    first, last = _clause(folded, written, language)
    if _ASKS.match(folded, written.end):
        return None
    patterns = _patterns(language)
    said = _of_time(patterns["off"], folded, written, language)
    if any(not _is_unreal(folded, first, found.start()) for found in said):
        return Off.DONE
    subject = first < written.start or _is_attribute(folded, written)
    if "behind" in patterns and subject and patterns["behind"].match(folded, written.end, last):
        return None if _UNREAL.search(folded, first, written.start) else Off.DONE
    if _is_moved_away(folded, written, language):
        return Off.DONE
    said = _of_time(patterns["not"], folded, written, language) if written.role is Role.AT else []
    return Off.WILL_NOT if any(not _UNREAL.search(folded, first, found.start()) for found in said) else None


def tells_nothing_of(folded: str, written: Written, language: Language) -> bool:
    """Whether the verb beside a time tells the time of the cancellation, not of the event.

    For example "Friday's dinner was cancelled", "we decided not to go on Saturday".
    """
    off = called_off(folded, written, language)
    return off is Off.WILL_NOT or (off is Off.DONE and _is_attribute(folded, written))


def _of_time(pattern: re.Pattern[str], folded: str, written: Written, language: Language) -> list[re.Match[str]]:
    """Return the matches of a pattern in the clause of a time.

    A Turkish match stands behind it, since verbs come last; an English one has no comma before the time ("not going
    after all, giving a poster on 9 July").
    """
    found = list(pattern.finditer(folded, *_clause(folded, written, language)))
    if language is Language.TR:
        return [one for one in found if one.end() > written.end]
    return [one for one in found if one.end() > written.start or "," not in folded[one.end() : written.start]]


def _is_attribute(folded: str, written: Written) -> bool:
    """Whether a time belongs to the noun behind it, not the verb: "Friday's dinner", "cuma günkü yemek"."""
    located = _LOCATED.search(folded, written.start, written.end)
    return located is not None or _ATTRIBUTE.match(folded, written.end) is not None


def _is_unreal(folded: str, first: int, start: int) -> bool:
    return _UNREAL.search(folded, first, start) is not None or _DENIED.search(folded, first, start) is not None


def _is_moved_away(folded: str, written: Written, language: Language) -> bool:
    first, _ = _clause(folded, written, language)
    said = _of_time(_patterns(language)["moved"], folded, written, language)
    if not said or _is_unreal(folded, first, said[0].start()):
        return False
    if language is Language.TR:
        return not is_dative(folded[written.start : written.end])
    return not _NEW_DAY.search(folded, first, written.start)


def _clause(folded: str, written: Written, language: Language) -> tuple[int, int]:
    first, last = max(0, written.start - _REACH), min(len(folded), written.end + _REACH)
    for found in _CLAUSE[language].finditer(folded, first, last):
        if found.end() <= written.start:
            first = found.end()
        elif found.start() >= written.end:
            return first, found.start()
    return first, last


@cache
def _patterns(language: Language) -> dict[str, re.Pattern[str]]:
    """Return the listed patterns by kind."""
    kinds: dict[str, list[str]] = {}
    for line in lines(f"{language.value}/temporal_cancelled"):
        kind, _, pattern = line.partition(" ")
        kinds.setdefault(kind, []).append(pattern)
    return {
        kind: re.compile("|".join(f"(?:{one})" if kind == "behind" else rf"(?<!\w)(?:{one})" for one in listed))
        for kind, listed in kinds.items()
    }
