"""Differences that tell two statements apart: a figure, a name or a denial, or exchanged roles.

All of them are vetoes. Each reads tokens, so that it holds however much the two texts have in common.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from graphmem.language.contradiction import statement
from graphmem.language.contradiction.tokens import Kind, is_given_name
from graphmem.language.doc import Doc, reading
from graphmem.language.figures import figures_apart, figures_lack
from graphmem.language.temporal.words import months, weekdays
from graphmem.language.turkish import fold
from graphmem.language.verbs import denies
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_ENDING = re.compile(r"(?:[yn]?[aeiu]|[dt][ae]n?|n?in|n?un|[yl]l?[ae]|l[iu]|s[iu]|[iu]?m)|[iu]?y[dm]?[iu]s?")
"""Turkish endings of a name, folded, that people write without an apostrophe."""
_HARMONY = str.maketrans("aut", "eid")

_STEM = 4
"""First letters that two forms of a Turkish verb share."""
_LEAST_NAME = 3
_WITHOUT, _WITH = ("siz", "suz"), ("li", "lu")
_TO = {"from": False, "to": True, "den": False, "ten": False, "e": True, "ye": True}
"""Prepositions and endings, with whether they mean going to a name or coming from it."""


def values_differ(old: Doc, new: Doc) -> bool:
    """Whether the new statement has a value that the old one lacks, or a place has another value."""
    return figures_lack(old, new) or values_apart(old, new)


def values_apart(old: Doc, new: Doc) -> bool:
    """Whether a place has another value, so that neither statement repeats the other and more."""
    return (
        (figures_lack(old, new) and figures_lack(new, old))
        or figures_apart(old, new)
        or _named_apart(old, new)
        or _denied_apart(old, new)
        or _turned_round(old, new)
    )


def _named_apart(old: Doc, new: Doc) -> bool:
    """Whether each names somebody or something that the other does not."""
    lost = any(not _stands(name, _heads(new), new.language) for name in _names(old))
    return lost and any(not _stands(name, _heads(old), old.language) for name in _names(new))


@reading
def _heads(doc: Doc) -> dict[str, str]:
    """Return the words of a text with their apostrophe suffix, folded, vowels and hard letters as one."""
    parts = (fold(word.replace("’", "'")).partition("'") for word in _WORD.findall(doc.text))
    return {head: ending.translate(_HARMONY) for head, _, ending in parts}


@reading
def _names(doc: Doc) -> frozenset[str]:
    """Return capitalised words inside sentences, and given names in any case; no days."""
    found = set()
    for match in _WORD.finditer(doc.text):
        head, before = fold(match[0].replace("’", "'")).partition("'")[0], doc.text[: match.start()].rstrip()
        has_capital = match[0][0].isupper()
        inside = has_capital and bool(before) and before[-1] not in ".!?:"
        is_name = head.isalpha() and head not in _no_names()
        if is_name and (inside or is_given_name(head, has_capital=has_capital)):
            found.add(head)
    return frozenset(found)


@cache
def _no_names() -> frozenset[str]:
    return frozenset({"i", "ben", *months(), *weekdays()})


def _stands(name: str, others: Collection[str], language: Language) -> bool:
    return name in others or any(_are_forms(name, other, language) for other in others)


def _are_forms(one: str, other: str, language: Language) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < _LEAST_NAME or not long.startswith(short):
        return False
    rest = long[len(short) :]
    return _ENDING.fullmatch(rest) is not None if language is Language.TR else rest == "s"


def _denied_apart(old: Doc, new: Doc) -> bool:
    """Whether both have the same verb or thing and only one denies it."""
    if statement(old).negative != statement(new).negative and _same_verb(old, new):
        return True
    return any(_undone(*pair) or _deprived(*pair) for pair in ((old, new), (new, old)))


def _same_verb(old: Doc, new: Doc) -> bool:
    """Whether both have a verb, not a synonym: hating something and not standing it is no denial."""
    verbs = {token.folded[:_STEM] for doc in (old, new) for token in statement(doc).content if token.is_verb}
    heads = [{head[:_STEM] for head in _heads(doc)} for doc in (old, new)]
    return bool(verbs & heads[0] & heads[1])


def _undone(one: Doc, other: Doc) -> bool:
    """Whether one has "çalışamam" and the other "çalışabilirim"."""
    if one.language is not Language.TR:
        return False
    said = {head[:_STEM]: denies(head) for head in _heads(other) if len(head) > _STEM}
    return any(said.get(head[:_STEM]) is False and denies(head) for head in _heads(one))


def _deprived(one: Doc, other: Doc) -> bool:
    """Whether one has "şekersiz" and the other "şekerli"."""
    stems = {head[:-3] for head in _heads(one) if head.endswith(_WITHOUT)}
    return any(head.endswith(_WITH) and head[:-2] in stems for head in _heads(other))


def _turned_round(old: Doc, new: Doc) -> bool:
    """Whether two names exchange roles: goal and origin of a way, doctor and patient."""
    before, after = _ways(old), _ways(new)
    if any(before[name] is not after[name] for name in before.keys() & after.keys()):
        return True
    if old.language is Language.TR:
        return _cases_turned(old, new)
    return _changed_places(old, new)


def _changed_places(old: Doc, new: Doc) -> bool:
    """Whether two names exchange places: "Ali owes Veli", "Veli owes Ali".

    A name with an ending or preposition may stand anywhere, and enumerated names, "Ali and Veli", in any order.
    """
    before, after = list(_heads(old)), list(_heads(new))
    bare = [name for name in _names(old) if _heads(old)[name] == _heads(new).get(name, "s") == ""]
    free = [name for name in bare if name not in _ways(old)]
    return any(
        before.index(one) < before.index(other)
        and after.index(one) > after.index(other)
        and not (_side_by_side(one, other, before) or _side_by_side(one, other, after))
        for one in free
        for other in free
    )


def _side_by_side(one: str, other: str, said: list[str]) -> bool:
    first, last = sorted((said.index(one), said.index(other)))
    return last - first == 1 or (last - first == 2 and said[first + 1] in ("and", "or"))


@reading
def _ways(doc: Doc) -> dict[str, bool]:
    """Return the names that are goals or origins of a way in a text."""
    if doc.language is Language.TR:
        return {head: _TO[ending] for head, ending in _heads(doc).items() if ending in _TO}
    named = (token for token in statement(doc).content if token.kind is Kind.NAME and token.link in _TO)
    return {token.key: _TO[token.link] for token in named}


def _cases_turned(old: Doc, new: Doc) -> bool:
    """Whether two names exchange endings: "Deniz'in doktoru Kaan", "Kaan'ın doktoru Deniz"."""
    before, after = _heads(old), _heads(new)
    both = sorted(before.keys() & after.keys())
    changed = [(before[word], after[word]) for word in both if before[word] != after[word]]
    return any((told, known) in changed for known, told in changed)
