"""Language detection for short messages and queries, by letters, frequent words and endings."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from graphmem.language.turkish import fold, lower
from graphmem.language.wordlists import words
from graphmem.model.language import Language

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ADDRESS = re.compile(r"https?://\S+|[\w.+\-]{1,64}@[\w.\-]{1,255}")
_READ = 2_000
"""Characters read for detection; the rest of a long text adds nothing."""

_KNOWN_WORDS = 16_384
"""Most words whose evidence is cached: a conversation repeats its words."""

# Weights of one word's evidence. A frequent word or a letter no English word has settles a short query alone; an
# ending, or a letter that names also bring from other languages (Zürich, François), needs company.
_FREQUENT = 3
_OWN_LETTER = 3
_SHARED_LETTER = 1
_APOSTROPHE = 2
_ENDING = 1

_TR_OWN = frozenset("ğışĞŞİ")
_TR_SHARED = frozenset("çöüÇÖÜ")
_EN_OWN = frozenset("qwx")
_DE_OWN = frozenset("ßẞ")
_DE_SHARED = frozenset("äöüÄÖÜ")
_ENGLISH_CAPITALS = frozenset("AI")
"""Words in which one capital is usual; with another one they are a name: "Galaxy S23"."""
_TR_AFTER_APOSTROPHE = re.compile(
    r"(?:[yn]?[aeiu]|[sn]?[iu]n|[dt][ae]n?|n[dt]?[ae]n?|y?l[ae]|l[ae]r.*|l[iu]k?|[dt]?[ae]?ki.*|[yn]?[dt][iu]r?|c[ae]|ninki|yken)"
)
_EN_AFTER_APOSTROPHE = frozenset({"s", "t", "re", "ve", "ll", "d", "m"})
_FIRST_PERSON = re.compile(r"(?=(?:[iu]?m|[iu]?m[iu]z|y[iu][mz]|[iu]z)$)")
_LEAST_OWN = 3
"""Least letters of a noun before a first-person ending: "es" with its ending is also eSIM."""
_EN_ENDING = re.compile(r".{2,}(?:ing|tion|sion|ly|ness|ment|ould|ough|ight|ful|less|ious|able|ible|ed|th|ck|ies|ity)")


def detect(text: str, default: Language = Language.EN) -> Language:
    """Return the language of a text; `default` if nothing in it decides ("ok", a bare name, numbers)."""
    turkish = english = german = 0
    for index, word in enumerate(_WORD.findall(_ADDRESS.sub(" ", text[:_READ]))):
        turkish += _turkish_evidence(word)
        english += _english_evidence(word, is_first=index == 0)
        german += _german_evidence(word)
    if german > max(turkish, english):
        return Language.DE
    if turkish == english:
        return default
    return Language.TR if turkish > english else Language.EN


@lru_cache(maxsize=_KNOWN_WORDS)
def _turkish_evidence(word: str) -> int:
    stem, _, suffix = word.replace("’", "'").partition("'")
    evidence = _letters(stem)
    if suffix and suffix not in _EN_AFTER_APOSTROPHE and _TR_AFTER_APOSTROPHE.fullmatch(fold(suffix)):
        evidence += _APOSTROPHE
    if lower(word) in _turkish_only() or (word.isascii() and fold(word) in _folded_turkish()):
        return evidence + _FREQUENT
    folded = fold(stem)
    if _is_said_of_oneself(folded):
        return evidence + _FREQUENT
    return evidence + (_ENDING if len(stem) > 4 and folded.endswith(_turkish_endings()) else 0)


def _is_said_of_oneself(folded: str) -> bool:
    """Whether a word carries a first-person ending: "vejetaryenim", "arabam", "bankamız".

    In "Arabam Fiesta." nothing else reveals the language.
    """
    ends = (found.start() for found in _FIRST_PERSON.finditer(folded))
    return any(end >= _LEAST_OWN and folded[:end] in words("tr/own_states") for end in ends)


@lru_cache(maxsize=_KNOWN_WORDS)
def _english_evidence(word: str, *, is_first: bool) -> int:
    lowered = word.replace("’", "'").lower()
    stem, _, suffix = lowered.partition("'")
    # A capital inside a sentence opens a name, and a "News Company" keeps its name in Turkish.
    is_name = word[0].isupper() and word not in _ENGLISH_CAPITALS and not is_first
    if lowered in _english_only():
        return _ENDING if is_name else _FREQUENT
    evidence = _APOSTROPHE if suffix in _EN_AFTER_APOSTROPHE else 0
    if word[0].islower() and (_EN_OWN.intersection(stem) or _EN_ENDING.fullmatch(stem)):
        evidence += _ENDING
    return evidence


@lru_cache(maxsize=_KNOWN_WORDS)
def _german_evidence(word: str) -> int:
    if word.lower() in _german_only():
        return _FREQUENT
    letters = set(word)
    if letters & _DE_OWN:
        return _OWN_LETTER
    return _SHARED_LETTER if letters & _DE_SHARED and not letters & _TR_OWN else 0


def _letters(word: str) -> int:
    letters = set(word)
    if letters & _TR_OWN:
        return _OWN_LETTER
    return _SHARED_LETTER if letters & _TR_SHARED else 0


@cache
def _frequent(language: Language) -> frozenset[str]:
    return words(f"{language.value}/frequent") | words(f"{language.value}/stopwords")


@cache
def _english_only() -> frozenset[str]:
    return _frequent(Language.EN) - _frequent(Language.TR)


@cache
def _turkish_only() -> frozenset[str]:
    return _frequent(Language.TR) - _frequent(Language.EN)


@cache
def _german_only() -> frozenset[str]:
    spelled = words("detect_shared") | _frequent(Language.EN) | _frequent(Language.TR)
    return _frequent(Language.DE) - spelled


@cache
def _folded_turkish() -> frozenset[str]:
    return frozenset(map(fold, _turkish_only())) - _frequent(Language.EN)


@cache
def _turkish_endings() -> tuple[str, ...]:
    return tuple(words("tr/suffixes"))
