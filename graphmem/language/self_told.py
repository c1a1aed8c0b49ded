"""Whether somebody tells in a few words what lasts of themselves: "I'm vegetarian.", "Arabam Fiesta.", "I work
nights.", "they moved my dentist to Thursday".

So short a line looks like the talk of the minute to whatever counts words and to heads that learned from longer ones,
while nothing else tells what it says. So the whole sentence has to be a listed form (`self_told` of the packs): what
one is, does and has, what one's own is called (`own_roles`), and an appointment that is put to another day.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache, lru_cache

from graphmem.language.observer.patterns import any_of, expression, listed_in, plain
from graphmem.language.question.roles import turkish
from graphmem.language.question.roles.kinds import either, marked
from graphmem.language.statements.tables import professions
from graphmem.language.temporal import resolve
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

MOST_WORDS = 12
"""Words of such a sentence; a longer one says enough for everything else that weighs it."""
_NUMBERED = frozenset({"birthday", "anniversary", "blood", "shoes", "size", "height", "weight"})
"""What one has of oneself that is told in numbers."""
_SIDE = re.compile(r"\b(?:ROLE|NAMED|NUMBERED)\b")
_I_AM = re.compile(r"(?:i am|i'm|im)(?: (?:now|also|still))* an? ")
_BEN = re.compile(r"(?:(?:ben|artik|bir|emekli) )*(?:[a-z]+(?:nde|nda|de|da|te|ta) )?")
_MINE = re.compile(r"(?:y?[iu]m)$")
_JOB_WORDS = 3
_SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)
"""A Monday: which days are meant does not matter here, but whether they are more than the running one."""


@lru_cache(maxsize=2_048)
def is_self_told(sentence: str, language: Language) -> bool:
    """Whether one sentence, or a part of it that stands for itself, tells it and nothing else."""
    if len(sentence.split()) > MOST_WORDS or sentence.rstrip().endswith("?"):
        return False
    said = _bare(plain(sentence), language)
    if any_of(f"{language.value}/self_told").fullmatch(said) or _is_profession(said, language):
        return True
    return _is_put_off(said, language) or _is_away(said, language) or _names_own(sentence, language)


def _bare(said: str, language: Language) -> str:
    """A folded sentence without its stop and without what opens and closes it and tells nothing."""
    said = said.strip(" .!,;…")
    if found := expression(f"{language.value}/self_told", "before").match(said):
        said = said[found.end() :]
    if any_of(f"{language.value}/self_told").fullmatch(said):
        return said
    after = expression(f"{language.value}/self_told", "after").search(said)
    return said[: after.start()] if after else said


def _is_profession(said: str, language: Language) -> bool:
    """Whether it tells what somebody works as: "I'm a trainee nurse", "hastanede hemşireyim"."""
    begun = (_I_AM if language is Language.EN else _BEN).match(said)
    if begun is None:
        return False
    told = said[begun.end() :]
    if language is Language.EN:
        words = told.split()
        last = (" ".join(words[-count:]) for count in range(1, _JOB_WORDS + 1))
        return len(words) <= _JOB_WORDS and not professions().isdisjoint(last)
    mine = _MINE.search(told)
    # "hemşire-y-im", "öğretmen-im", "hakim-im": what stands before the ending, with its vowel or without.
    return mine is not None and told[: mine.start()] in professions()


def _is_put_off(said: str, language: Language) -> bool:
    """Whether something is put to a time that is said: what is moved to a room or a branch is not."""
    times = any_of(f"{language.value}/observer_times")
    moved = any_of(f"{language.value}/self_told", "moved")
    if language is Language.EN:
        begun = moved.match(said)
        return begun is not None and times.match(said[begun.end() :]) is not None
    return any(
        moved.fullmatch(said[: time.start()]) is not None
        and any_of("tr/self_told", "verb").fullmatch(said[time.end() :]) is not None
        for time in times.finditer(said)
    )


def _is_away(said: str, language: Language) -> bool:
    """Whether it tells for which days somebody is away or on duty, and not only today: "out of office 10-12 nov"."""
    times = resolve(said, language, _SOME_DAY).expressions
    if all(one.first == one.last == _SOME_DAY.date() for one in times):
        return False
    rest = said
    for one in reversed(times):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    return any_of(f"{language.value}/self_told", "away").fullmatch(" ".join(rest.split()).strip(" ,-")) is not None


def _names_own(sentence: str, language: Language) -> bool:
    """Whether it tells what something of one's own is called or is."""
    said = marked(sentence).strip(" .!,;")
    return any(pattern.fullmatch(said) for pattern in _own(language))


@cache
def _own(language: Language) -> tuple[re.Pattern[str], ...]:
    kinds: dict[str, list[str]] = {"ROLE": [], "NAMED": [], "NUMBERED": []}
    for line in lines(f"{language.value}/own_roles"):
        kind, _, names = line.partition(":")
        side = "ROLE" if kind.startswith("*") else "NUMBERED" if kind in _NUMBERED else "NAMED"
        kinds[side] += [name.strip() for name in names.split(",")]
    forms = {
        side: f"(?:{either(names)})" if language is Language.EN else turkish.possessed(names)
        for side, names in kinds.items()
    }
    return tuple(
        re.compile(_SIDE.sub(lambda side: forms[side[0]], written))
        for written in listed_in(f"{language.value}/self_told", "own")
    )
