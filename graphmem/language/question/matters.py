"""Matters that people ask of themselves in other words than they tell them: "where do I live?" is answered by "I moved
to Lisbon", "hangi ilacı kullanıyorum" by "doktor Beloc yazdı", "who is my GP?" by who holds that role.

They are few, are asked often, and share no word, so that neither words nor a small embedder tie them. What no dish and
no remedy may be named without, an allergy or a diet, stands beside whatever else is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from graphmem.language.observer.contractions import spelled_out
from graphmem.language.observer.patterns import plain
from graphmem.language.question.roles import Role, kind_of, names_role, role_asked, words_of
from graphmem.language.statements.tables import professions
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class Matter:
    """What a question asks of whoever asks: listed matters by name, a role of their own, or both. `words` are how it is
    told ("": nobody knows); `is_vital`: it must not be left out, whatever else answers."""

    names: frozenset[str] = frozenset()
    role: Role | None = None
    words: str = ""
    is_vital: bool = False

    def __bool__(self) -> bool:
        return bool(self.names) or self.role is not None

    def told_in(self, text: str) -> bool:
        """Whether a speaker tells it of themselves, in either language: a few words are soon taken for the other."""
        return any(tells(name, text, language) for name in self.names for language in Language) or (
            self.role is not None and names_role(self.role, text)
        )


NO_MATTER = Matter()


def asked_of(query: str, name: str, language: Language) -> Matter:
    """The same of a question that calls whoever asks by `name`: "where does Ada live?" of Ada's own memory."""
    said = plain(query)
    if not re.search(rf"\b{re.escape(fold(name))}\b", said):
        return NO_MATTER
    called = re.escape(fold(name))
    for pattern, own in _owned(language):
        found = re.compile(pattern.replace("NAME", called)).search(said)
        if found:
            return asked_of_oneself(f"{said[: found.start()]}{found.expand(own)}{said[found.end() :]}", language)
    return NO_MATTER


@cache
def _owned(language: Language) -> tuple[tuple[str, str], ...]:
    """How a question says of somebody named what it would say of oneself: a pattern, and that in its place."""
    rows = (line.partition(" => ") for line in lines(f"{language.value}/own_names"))
    return tuple((pattern, own) for pattern, arrow, own in rows if arrow)


def names_told(text: str) -> frozenset[str]:
    """The names, folded, by which a speaker calls themselves; other words, too, which nobody asks for as for a name."""
    said = plain(text)
    return frozenset(found[1] for pattern in _telling() for found in pattern.finditer(said))


@cache
def _telling() -> tuple[re.Pattern[str], ...]:
    rows = (line for language in Language for line in lines(f"{language.value}/own_names"))
    return tuple(re.compile(line) for line in rows if " => " not in line)


@lru_cache(maxsize=512)
def asked_of_oneself(query: str, language: Language) -> Matter:
    """What a question asks of whoever asks it; false where it asks no such thing. What few words are taken for another
    language is read in both."""
    others = tuple(one for one in Language if one is not language)
    listed = next(((name, one) for one in (language, *others) if (name := matter_of(query, one))), None)
    if listed is not None:
        name, spoken = listed
        beside, words = _of("beside", name, spoken), _of("words", name, spoken)
        role = None if beside else kind_of(name)
        return Matter(frozenset({name}), role, beside or words or words_of(role), bool(beside))
    role = role_asked(query, language)
    if role is None:
        return NO_MATTER
    kinds = frozenset() if role.of is not None or role.liked else role.kinds
    return Matter(kinds, role, words_of(role))


@lru_cache(maxsize=512)
def matter_of(query: str, language: Language) -> str:
    """The listed matter of its own that a question asks for; "" for none."""
    said = plain(query).strip(" ?!.")
    return next((name for name, pattern in _patterns(language)["asks"] if pattern.fullmatch(said)), "")


def tells(matter: str, text: str, language: Language) -> bool:
    """Whether a speaker tells that matter of themselves; "im allergic" as "I'm allergic"."""
    written = {plain(text), spelled_out(text, language)}
    listed = [pattern for name, pattern in _patterns(language)["tells"] if name == matter]
    return any(pattern.search(said) for pattern in listed for said in written)


def _of(side: str, matter: str, language: Language) -> str:
    return next((told for name, told in _lines(language, side) if name == matter), "")


@cache
def _patterns(language: Language) -> dict[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    return {
        side: tuple((name, re.compile(told)) for name, told in _lines(language, side)) for side in ("asks", "tells")
    }


@cache
def _lines(language: Language, side: str) -> tuple[tuple[str, str], ...]:
    jobs = "|".join(sorted(map(re.escape, professions()), key=len, reverse=True))
    rows = (line.replace("PROFESSION", jobs).split(" ", 2) for line in lines(f"{language.value}/own_matters"))
    return tuple((name, told) for name, which, told in rows if which == side)
