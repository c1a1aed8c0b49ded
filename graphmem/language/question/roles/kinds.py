"""What people have of people and things of their own, by the lists `own_roles` of both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from graphmem.language.bilingual import translated
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language

MARK = "^"
"""Stands before a word that names or numbers something."""

_TOKEN = re.compile(r"[^\W_][\w'’&+-]*(?:\.(?=\w)\w+)*|[,.;:!?\n()=–—]")
_END = frozenset(".;!?\n:")
_SOFT = str.maketrans({"g": "k", "b": "p", "d": "t"})
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Role:
    """What is asked for, by its names in English and, without the ending that says whose, in Turkish; `of` is whose it
    is where that is somebody of one's own ("my daughter's teacher"), `person` whether it is somebody with a name,
    `liked` whether it is what one likes best."""

    english: tuple[str, ...]
    turkish: tuple[str, ...]
    person: bool
    of: Role | None = None
    liked: bool = False
    kinds: frozenset[str] = frozenset()

    def names(self, language: Language) -> tuple[str, ...]:
        """What it is called in a language."""
        return self.english if language is Language.EN else self.turkish


def role_of(name: str, language: Language, *, person: bool, of: Role | None = None, liked: bool = False) -> Role:
    """The role of a name: a listed one with all that is called so in both languages, another by itself and by its
    translation."""
    known = _kinds(language).get(root(name) if language is Language.TR else name, frozenset())
    if known:
        found = {one: _names(one, known) for one in Language}
        return Role(found[Language.EN], found[Language.TR], any(_people(kind) for kind in known), of, liked, known)
    abroad = tuple(fold(one) for one in translated(name, language)) if " " not in name else ()
    if language is Language.EN:
        return Role((name,), abroad, person, of, liked)
    return Role(abroad, (name,), person, of, liked)


@cache
def kind_of(kind: str) -> Role | None:
    """The role of a listed kind; None for what is none."""
    name = next((row[0] for one, row in _listed(Language.EN) if one.lstrip("*") == kind), None)
    return None if name is None else role_of(name, Language.EN, person=False)


def root(name: str) -> str:
    """A Turkish name as it stays before endings: its last word without a vowel at its end, which hardens: "kitabi" and
    "kitap" are one."""
    first, _, last = name.rpartition(" ")
    bare = last[:-1] if last[-1:] in "aeiu" and len(last) > _SHORTEST else last
    return f"{first} {bare[:-1]}{bare[-1:].translate(_SOFT)}".strip()


@cache
def _listed(language: Language) -> tuple[tuple[str, tuple[str, ...]], ...]:
    rows = (line.partition(":") for line in lines(f"{language.value}/own_roles"))
    return tuple((kind, tuple(name.strip() for name in names.split(","))) for kind, _, names in rows)


@cache
def _kinds(language: Language) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for kind, names in _listed(language):
        for name in names:
            known = root(name) if language is Language.TR else name
            found[known] = found.get(known, frozenset()) | {kind.lstrip("*")}
    return found


@cache
def _people(kind: str) -> bool:
    return any(one == f"*{kind}" for one, _ in _listed(Language.EN))


def _names(language: Language, wanted: frozenset[str]) -> tuple[str, ...]:
    """All that is of these kinds; the longest first, as a pattern takes the first that fits."""
    kinds = _kinds(language)
    names = dict.fromkeys(name for _, row in _listed(language) for name in row)
    fit = (name for name in names if wanted <= kinds[root(name) if language is Language.TR else name])
    return tuple(sorted(fit, key=lambda name: -len(name)))


def marked(text: str) -> str:
    """The text folded, single blanks between its words and stops, with `MARK` before each word that names or numbers:
    one with a capital or a digit, a given name, a title."""
    found: list[str] = []
    opens = True
    for match in _TOKEN.finditer(text):
        said, plain = match[0], fold(match[0])
        found.append(f"{MARK}{plain}" if _names_something(said, plain, opens=opens) else plain)
        opens = plain in _END
    return " ".join(found)


def _names_something(said: str, plain: str, *, opens: bool) -> bool:
    if any(char.isdigit() for char in said):
        return True
    head = re.split(r"['’]", plain)[0]
    if head in words("given_names") or head in _titles():
        return True
    if not said[0].isupper():
        return False
    return not opens or head not in _openers()


@cache
def _titles() -> frozenset[str]:
    """Titles that are no role themselves, as "sister" is."""
    return words("entities_titles") - {name for one in Language for _, row in _listed(one) for name in row}


@cache
def _openers() -> frozenset[str]:
    """Words that begin a sentence with a capital and name nothing."""
    listed = (f"{language.value}/{name}" for language in Language for name in ("stopwords", "frequent"))
    return frozenset(fold(word) for name in listed for word in words(name))


def either(names: Sequence[str]) -> str:
    """A pattern of any of these in a marked text; of none at all where there is none."""
    return "|".join(" ".join(rf"\^?{re.escape(word)}" for word in name.split()) for name in names) or r"(?!)"


@cache
def longer(name: str, language: Language) -> tuple[str, ...]:
    """The words that make another listed role of a name where they stand before it: "dis" of "hekim"."""
    listed = {one for _, row in _listed(language) for one in row}
    kinds = _kinds(language)
    known = kinds.get(root(name) if language is Language.TR else name, frozenset())
    ends = (one for one in listed if one.endswith(f" {name}"))
    return tuple(
        sorted(
            one.removesuffix(f" {name}").split()[-1]
            for one in ends
            if not kinds[root(one) if language is Language.TR else one] & known
        )
    )
