"""Cues for an unknown name's type: "my sister X", "works at X", "X'te oturuyor", "X projesi"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.language.words import Word
from graphmem.model.entity import EntityType
from graphmem.model.language import Language

_SELF = frozenset(
    {("my", "name", "is"), ("i'm",), ("i’m",), ("i", "am"), ("call", "me"), ("name's",)}
    | {("adim",), ("ismim",), ("benim", "adim"), ("bana",), ("ben",)}
)
_STUDYING = frozenset({"speak", "speaks", "learn", "learning", "learns", "study", "studies", "studying", "fluent"})
_STUDIED = ("bil", "ogren", "konus", "kurs", "ders", "calis")
_REACH_BEFORE, _REACH_AFTER, _REACH_DESCRIBED = 4, 5, 11
_COPULAS = frozenset({"is", "was", "consists"})
_DETERMINERS = frozenset({"a", "an", "the", "my", "our", "his", "her", "their", "of", "now"})
_ADJUNCTS = frozenset({"at", "in", "for", "with", "to", "on", "near", "by"})
_CASES = (
    ("with", re.compile(r"y?l[ae]")),
    ("locative", re.compile(r"n?[dt][ae](?:ki\w*|y[dms]\w*)?")),
    ("ablative", re.compile(r"n?[dt][ae]n")),
    ("genitive", re.compile(r"n?[iu]n(?:ki\w*)?")),
    ("dative", re.compile(r"[yn]?[ae]")),
    ("accusative", re.compile(r"[yn]?[iu]")),
)
_BY_CASE = {
    "with": EntityType.PERSON,
    "locative": EntityType.PLACE,
    "dative": EntityType.PLACE,
    "ablative": EntityType.PLACE,
}
"""The type that a case suggests without a verb; a genitive and an accusative suggest nothing."""
_AUXILIARIES = words("en/naming_after_subjects")
"""Words that follow a subject of any type."""
_PRONOUNS = words("en/naming_pronouns")
_REACH_PRONOUN = 10
_POSSESSIVES = frozenset({"my", "our", "his", "her", "their"})
_PLACING = words("en/naming_placing")


def case_of(suffix: str) -> str:
    """Return the Turkish case of a folded ending ("ya" dative), "" for none."""
    return next((name for name, pattern in _CASES if pattern.fullmatch(suffix)), "")


def is_placed(words: Sequence[Word], start: int, end: int, language: Language) -> bool:
    """Whether a name that may be a person's or a place's has the position of a place."""
    if language is Language.TR:
        return case_of(words[end - 1].suffix) in {"locative", "ablative", "dative"} or end == len(words)
    return start > 0 and words[start - 1].folded in _PLACING


def is_employer(words: Sequence[Word], start: int, end: int, language: Language) -> bool:
    """Whether somebody works there, by the words beside the name."""
    if language is Language.TR:
        ahead = _ahead(words, end)
        case = case_of(words[end - 1].suffix)
        return case == "locative" and _begins(ahead, _cues("locative", language)[EntityType.ORG])
    if not start or words[start - 1].folded not in {"at", "for", "joined", "joining"}:
        return False
    return words[start - 1].folded.startswith("join") or _any_of(words, start, "verb_before", EntityType.ORG)


def is_self(words: Sequence[Word], place: int) -> bool:
    """Whether speakers introduce themselves: "My name is …", "I'm …", "Adım …", "Ben …"."""
    before = tuple(word.folded if not word.suffix else word.whole for word in words[max(0, place - 3) : place])
    if place and words[place].gap.strip() not in {"", ","}:
        return False
    return before[-1:] in _SELF or before[-2:] in _SELF or before in _SELF


def is_studied(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether somebody speaks or learns the named language."""
    before = words[start - 1].folded if start else ""
    after = words[end].folded if end < len(words) else ""
    return before in _STUDYING or after.startswith(_STUDIED)


def is_kin(word: str, language: Language) -> bool:
    """Whether a folded word is a relation to the speaker ("sister", "kardesim")."""
    return word in _cues("before", language)[EntityType.PERSON]


def explicit(words: Sequence[Word], start: int, end: int, language: Language) -> EntityType | None:
    """Return the type that a word right beside the name states, even for a name that is an everyday word."""
    before = words[start - 1].folded if start and words[start].gap.strip() in {"", ","} else ""
    after = words[end].folded if end < len(words) and words[end].joins else ""
    if is_kin(before, language):
        return EntityType.PERSON
    if _is_apposed(words, end, language):
        return EntityType.PERSON
    if before in _cues("before", language).get(EntityType.PROJECT, ()):
        return EntityType.PROJECT
    sides = _cues("after", language)
    for kind in (EntityType.PROJECT, EntityType.ORG, EntityType.PLACE, EntityType.EVENT):
        is_possessive = language is not Language.TR and kind is EntityType.ORG and words[end - 1].suffix == "s"
        if after and after in sides.get(kind, ()) and not is_possessive:  # "Derek's team" names somebody
            return kind
    return None


def is_agent(words: Sequence[Word], end: int, language: Language) -> bool:
    """Whether the word after a name makes it the subject of a sentence."""
    after = words[end].folded if end < len(words) and words[end].joins else ""
    return bool(after) and (after in _AUXILIARIES or after in _cues("after", language)[EntityType.PERSON])


def implied(words: Sequence[Word], start: int, end: int, language: Language) -> EntityType | None:
    """Return the type that verbs, prepositions and cases around the name suggest."""
    return (_implied_tr if language is Language.TR else _implied_en)(words, start, end)


def _implied_en(words: Sequence[Word], start: int, end: int) -> EntityType | None:
    before = words[start - 1].folded if start and words[start].joins else ""
    if before and is_employer(words, start, end, Language.EN):
        return EntityType.ORG
    if before in {"to", "from", "in", "on", "with"}:
        for kind in (EntityType.TECH, EntityType.PLACE, EntityType.ORG):
            if kind is EntityType.ORG and before not in {"from", "with"}:
                continue
            if _any_of(words, start, "verb_before", kind):
                return kind
    for kind, listed in _cues("preposition", Language.EN).items():
        if before in listed:
            return kind
    if before in _cues("before", Language.EN).get(EntityType.TECH, ()):
        return EntityType.TECH
    after = words[end].folded if end < len(words) and words[end].joins else ""
    if after in _cues("after", Language.EN)[EntityType.PERSON]:
        return EntityType.PERSON
    to_whom = start - 2 if before in {"to", "with"} else start - 1
    met = words[to_whom].folded if to_whom >= 0 else ""
    return EntityType.PERSON if met in _cues("verb_before", Language.EN)[EntityType.PERSON] - {"with"} else None


def _implied_tr(words: Sequence[Word], _start: int, end: int) -> EntityType | None:
    after = words[end].folded if end < len(words) and words[end].joins else ""
    suffix = words[end - 1].suffix
    case = "with" if not suffix and after == "ile" else case_of(suffix)
    ahead = _ahead(words, end)
    for kind, stems in _cues(case or "bare", Language.TR).items():
        if _begins(ahead, stems):
            return kind
    if case in _BY_CASE:
        return _BY_CASE[case]
    return EntityType.PERSON if after in _cues("after", Language.TR)[EntityType.PERSON] else None


def described(words: Sequence[Word], end: int, language: Language) -> EntityType | None:
    """Return the type that "X is our …" or "X, the …" states of a name at the start of a sentence."""
    if end >= len(words) or not _opens_description(words, end, language):
        return None
    nouns = _cues("noun", language)
    in_adjunct = False
    for word in words[end : end + _REACH_DESCRIBED]:
        if word.is_first:
            return None
        in_adjunct = in_adjunct or word.folded in _ADJUNCTS
        for kind, listed in nouns.items():
            if in_adjunct and kind is not EntityType.PROJECT:
                continue
            if word.folded in listed or (language is Language.TR and _begins([word.folded], listed)):
                return kind
    return None


def _opens_description(words: Sequence[Word], end: int, language: Language) -> bool:
    is_apposition = words[end].gap.strip() == ","
    if language is Language.TR or is_apposition:
        return is_apposition and (language is Language.TR or words[end].folded in _DETERMINERS)
    if not words[end].joins or words[end].folded not in _COPULAS:
        return False
    return end + 1 < len(words) and words[end + 1].folded in _DETERMINERS


def _is_apposed(words: Sequence[Word], end: int, language: Language) -> bool:
    """Whether a description follows the name: "Tom, my neighbour", "Elena, a friend of mine"."""
    if language is Language.TR or end + 1 >= len(words) or words[end].gap.strip() not in {",", "("}:
        return False
    if words[end].folded not in _POSSESSIVES | {"a", "an", "the"}:
        return False
    near = words[end + 1 : end + 4]
    return any(
        is_kin(word.folded, language) and not (after.joins and after.has_capital)  # "…, her husband Declan" is Declan
        for word, after in zip(near, [*words[end + 2 : end + 4], words[-1]], strict=False)
    )


def is_spoken_of(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether "he" or "she" soon follows an English name, without a capitalised word between."""
    if words[start - 1].folded in _PLACING if start else False:
        return False
    for word in words[end : end + _REACH_PRONOUN]:
        if word.folded in _PRONOUNS:
            return True
        if word.has_capital and not word.is_first and word.folded != "i":
            return False
    return False


def _ahead(words: Sequence[Word], end: int) -> list[str]:
    found: list[str] = []
    for word in words[end : end + _REACH_AFTER]:
        if word.is_first:
            break
        found.append(word.folded)
    return found


def _begins(ahead: Iterable[str], stems: frozenset[str]) -> bool:
    return any(word.startswith(stem) for word in ahead for stem in stems)


def _any_of(words: Sequence[Word], start: int, side: str, kind: EntityType) -> bool:
    cues = _cues(side, Language.EN).get(kind, frozenset())
    reach = words[max(0, start - _REACH_BEFORE) : start]
    return any(word.folded in cues for word in reach)


@cache
def _cues(side: str, language: Language) -> Mapping[EntityType, frozenset[str]]:
    found: dict[EntityType, frozenset[str]] = {}
    for line in lines(f"{language.value}/entities_cues"):
        head, _, listed = line.partition(":")
        named_side, kind = head.split()
        if named_side == side:
            found[EntityType(kind)] = frozenset(fold(word.replace("_", " ")) for word in listed.split())
    return found
