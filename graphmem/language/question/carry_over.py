"""Subjects of later parts of a compound question: the name carried over from the part before.

English replaces a pronoun by it ("when did he move" becomes "when did Ali move"); Turkish puts it before the part,
which mostly has no subject ("nerede oturuyor" becomes "Ece nerede oturuyor").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from graphmem.language.doc import doc_of
from graphmem.language.entities import find
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.entity import EntityType
from graphmem.model.language import Language

_PRONOUN = re.compile(r"\b(?:he|she|him|his|her|hers)\b", re.IGNORECASE)
_PLURAL = re.compile(r"\b(?:they|them|their|theirs)\b", re.IGNORECASE)
_OWNING = frozenset({"his", "their", "hers", "theirs"})
_NOT_OWNED = frozenset(
    {"and", "to", "at", "in", "on", "for", "with", "last", "next", "again", "yesterday", "the", "a", "from"}
)
_KIN_EN = re.compile(r"\b(?P<whose>my|our) (?P<one>[\w\-]+)(?: (?P<two>[\w\-]+))?", re.IGNORECASE)
_VOWELS = "aeıioöuü"
_HARMONY = {"a": "ı", "ı": "ı", "e": "i", "i": "i", "o": "u", "u": "u", "ö": "ü", "ü": "ü"}
_COPULA_TR = re.compile(
    r"yerin[ei] .*|yanında .*|(?P<owned>[^\W\d_]{2,}[ıiuü]|[^\W\d_]{2,}l[ae]r[ıi]) (?:[^\W\d_]+ )?"
    r"(?:ne|nedir|neydi|neler|nelerdir|kim|kimdi|kimdir|kimler|neresi|nerede|kaç|hangisi|ne kadar|"
    r"ne zaman|kaçta|var mı)"
)
_OWN_SUBJECT_TR = re.compile(
    r".*(?:[dt][ıiuü]m|yor(?:um|uz)|[ae]c[ae]ğ(?:[ıi]m|[ıi]z)|[ıiuüae]r[ıiuü][mz]|[dt][ıiuü]k)\W*"
)
_MINE_TR = re.compile(r"[^\W\d_]{2,}(?:[ıiuü]m|[ıiuü]m[ıiuü]z)(?:['’]?\w{0,3})? .*")


def carry_names(parts: Sequence[str], language: Language) -> list[str]:
    """Return the parts, each with the name that it needs: the last one so far."""
    name = ""
    found: list[str] = []
    for part in parts:
        own = _subject(part, language)
        if own or not name:
            found.append(part)
        else:
            found.append(_english(part, name) if language is not Language.TR else _turkish(part, name))
        name = own or name
    return found


def _subject(part: str, language: Language) -> str:
    """Return a part's first person, else its organisation or project; in English also "my sister"."""
    mentions = find(doc_of(part, language))
    for kinds in ({EntityType.PERSON}, {EntityType.ORG, EntityType.PROJECT}):
        named = [mention.name for mention in mentions if mention.type in kinds]
        if named:
            return _together(part, named[0], named[1:])
    if language is not Language.TR:
        return _relative(part) or _capital(part)
    return _capital(part)


def _together(part: str, name: str, others: Sequence[str]) -> str:
    """Return both names if a part joins them: "Ali and Ayşe"."""
    return next((f"{name} and {other}" for other in others if f"{name} and {other}" in part), name)


def _relative(part: str) -> str:
    for match in _KIN_EN.finditer(part):
        said = [word for word in (match["one"], match["two"]) if word]
        for count in range(1, len(said) + 1):
            if said[count - 1].lower() in _kin():
                return " ".join([match["whose"].lower(), *said[:count]])
    return ""


def _capital(part: str) -> str:
    """Return a capitalised word inside the part or before an apostrophe, or a given name at its start."""
    for place, word in enumerate(part.split()):
        head, mark, _ = word.replace("’", "'").strip("?,.!").partition("'")
        if not head[:1].isupper() or len(head) < 2 or is_stop_word(head, Language.EN):
            continue
        if place or mark or fold(head) in words("given_names") | words("given_names_ambiguous"):
            return head
    return ""


@cache
def _kin() -> frozenset[str]:
    listed = (entry.strip() for line in lines("statements_kin") for entry in line.partition(":")[2].split(","))
    return frozenset(word for entry in listed for word in (entry, f"{entry}s"))


def _english(part: str, name: str) -> str:
    def put(match: re.Match[str]) -> str:
        pronoun = match[0].lower()
        after = re.match(r"\s+([\w'-]+)", part[match.end() :])
        owns = pronoun in _OWNING or (pronoun == "her" and after is not None and after[1].lower() not in _NOT_OWNED)
        return _possessive(name) if owns else name

    # "They" may be the things just counted ("how many children … their names"), unless several people were named.
    return (_PLURAL if _is_several(name) else _PRONOUN).sub(put, part, count=1)


def _is_several(name: str) -> bool:
    return " and " in name or (name.startswith(("my ", "our ")) and name.endswith("s"))


def _possessive(name: str) -> str:
    return f"{name}'s"


def _turkish(part: str, name: str) -> str:
    lowered = part[:1].lower() if part[:1] != "I" else "ı"
    rest = f"{lowered}{part[1:]}"
    rest = re.sub(r"^(?:o|onun|peki o)\s+(?=\w)", "", rest)
    if _OWN_SUBJECT_TR.fullmatch(rest) or _MINE_TR.fullmatch(rest):
        return part
    owned = _COPULA_TR.fullmatch(rest.strip(" ?!."))
    return f"{genitive(name) if owned else name} {rest}"


def genitive(name: str) -> str:
    """Return a Turkish name in the genitive: Ali'nin, Murat'ın, Ece'nin, Tom'un."""
    lowered = name.replace("I", "ı").replace("İ", "i").lower()
    last = next((char for char in reversed(lowered) if char in _VOWELS), "e")
    buffer = "n" if lowered[-1:] in _VOWELS else ""
    return f"{name}'{buffer}{_HARMONY[last]}n"
