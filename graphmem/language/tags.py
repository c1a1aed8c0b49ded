"""AAAK tags of a turn: `@p:` people, `@l:` places, `@e:` events, `@i:` items, `@t:` times.

Few and right beats many.

Values are ASCII and in English where the lists know both languages, so that a Turkish and an English turn about one
wedding share `@e:wedding`. A person is a known given name, a place a listed one, written with a capital; a given name
that is also a word ("Will", "Deniz") counts only where nothing else explains the capital.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice

from graphmem.language.doc import Doc, prose, spoken
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, numbered
from graphmem.language.wordlists import words as listed
from graphmem.language.words import Word
from graphmem.model.language import ByLanguage, Language

MOST_TAGS = 8
_MOST_OF_A_KIND = {"p": 3, "l": 2, "e": 2, "i": 2, "t": 2}
_MOST_WORDS = 3
"""Words of the longest list entry."""

_ISO_DATE = re.compile(r"\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b")
_NOUN_ENDINGS = ByLanguage(
    {
        Language.EN: r"e?s|'s|s'",
        # Plural, possessive, case, each optional, folded.
        Language.TR: r"'?(?:l[ae]r)?(?:[iu]?m(?:[iu]z)?|[iu]?n(?:[iu]z)?|s?[iu])?"
        r"(?:[yn]?[aeiu]|[yn]?[iu]n|n?[dt][ae]n?(?:ki)?|y?l[ae])?",
    }
)
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof", "aunt", "uncle"})
_TURKISH_TITLES = frozenset({"bey", "hanim", "abi", "abla", "hoca", "teyze", "amca"})
_AMBIGUOUS_TIMES = frozenset({"may", "march", "august", "pazar", "cuma", "ocak", "mart", "kasim", "ekim", "aralik"})
_TIME_PREPOSITIONS = frozenset(
    {"in", "since", "until", "by", "last", "next", "early", "late", "mid", "of", "gecen", "gelecek"}
)
_DAY_PARTS = frozenset({"gunu", "gunleri", "sabahi", "aksami", "gecesi", "ayi", "ayinda", "ayinin"})


def tags(doc: Doc, speaker: str) -> tuple[str, ...]:
    """Return at most MOST_TAGS tags of one turn, people first. A named speaker is the first of them."""
    text, words = prose(doc), spoken(doc)
    found: dict[str, dict[str, None]] = {kind: {} for kind in _MOST_OF_A_KIND}
    if speaker and not is_role_name(speaker):
        found["p"][_slug(speaker)] = None
    found["p"].update(dict.fromkeys(_people(words)))
    found["l"].update(dict.fromkeys(_places(words)))
    found["e"].update(dict.fromkeys(_listed(text, "events", doc.language)))
    found["i"].update(dict.fromkeys(_listed(text, "items", doc.language)))
    found["t"].update(dict.fromkeys(_times(text, words)))
    kept = ((f"@{kind}:{value}" for value in islice(values, _MOST_OF_A_KIND[kind])) for kind, values in found.items())
    return tuple(islice(chain.from_iterable(kept), MOST_TAGS))


def _people(tokens: Sequence[Word]) -> Iterator[str]:
    for index, token in enumerate(tokens):
        if not token.has_capital or len(token.text) < 2 or token.folded in _places_by_spelling():
            continue
        before = tokens[index - 1].folded if index else ""
        after = tokens[index + 1].folded if index + 1 < len(tokens) else ""
        if _is_titled(before, after, tokens[index + 1] if after else None) or _is_given_name(token):
            yield token.folded


def _is_titled(before: str, after: str, following: Word | None) -> bool:
    if before in _TITLES:
        return True
    return after in _TURKISH_TITLES and following is not None and following.has_capital


def _is_given_name(token: Word) -> bool:
    if token.text.isupper():
        return False
    if token.folded in listed("given_names_ambiguous"):
        return not token.is_first and token.folded not in numbered("months")
    return token.folded in listed("given_names")


def _places(tokens: Sequence[Word]) -> Iterator[str]:
    spellings = _places_by_spelling()
    for index in range(len(tokens)):
        for length in range(_MOST_WORDS, 0, -1):
            phrase = tokens[index : index + length]
            spelling = " ".join(part.folded for part in phrase)
            if spelling in spellings and all(part.has_capital or len(part.text) < 3 for part in phrase):
                yield spellings[spelling]
                break


def _listed(text: str, name: str, language: Language) -> Iterator[str]:
    """Return the entries of a list in the text, in any noun form."""
    pattern, values = _entries(name, language)
    return (values[match[1]] for match in pattern.finditer(fold(text)))


def _times(text: str, tokens: Sequence[Word]) -> Iterator[str]:
    yield from _ISO_DATE.findall(text)
    for index, token in enumerate(tokens):
        if len(token.text) <= 3 and token.folded != "may":  # "sun", "sat", "mar" and "car" are words, too
            continue
        before = tokens[index - 1].folded if index else ""
        after = tokens[index + 1].folded if index + 1 < len(tokens) else ""
        for name in ("weekdays", "months"):
            place = numbered(name).get(token.folded)
            if place and _is_time(token, before, after):
                yield lines(name)[place - 1].split()[0]


def _is_time(token: Word, before: str, after: str) -> bool:
    """Whether a weekday's or month's name is one; names that are also words need a sign beside them."""
    if token.folded not in _AMBIGUOUS_TIMES or after in _DAY_PARTS:
        return True
    if not token.has_capital:
        return False
    return before in _TIME_PREPOSITIONS or before[-1:].isdigit() or after[:1].isdigit()


@cache
def _places_by_spelling() -> Mapping[str, str]:
    rows = ([part.strip() for part in line.split(",")] for line in lines("places"))
    return {spelling: row[0] for row in rows for spelling in row[1:]}


@cache
def _entries(name: str, language: Language) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return one pattern for all phrases of a list, and the tag of each.

    A stemmer would take "kazandım" (I won) for "kaza" (accident).
    """
    rows = ([fold(part.strip()) for part in line.split(",")] for line in lines(name))
    values = {phrase: row[0] for row in rows for phrase in row[1:]}
    if language is Language.TR:  # kulaklık, kulaklığı: a final k softens before a vowel
        values |= {f"{phrase[:-1]}g": value for phrase, value in values.items() if phrase.endswith("k")}
    phrases = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    return re.compile(rf"(?<!\w)({phrases})(?:{_NOUN_ENDINGS[language]})?(?!\w)"), values


def _slug(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", fold(name))) or "unknown"
