"""Translation of content words between English and Turkish, for searching.

The list `words_across` has one meaning a line: `english, synonym = turkish, synonym`. `v:` stands before verbs; Turkish
verbs are listed by their root. A word outside the list has no translation. These translations only find candidate
texts; to compare two statements across languages, the gate uses the stricter list `gate_across`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

MOST = 24
"""Most translations that are added to the words of a question."""

LONGEST_TAIL = 12
"""Letters that may follow a Turkish root."""

LONGEST_WORD = 40
"""Most letters of a word that is looked up in the list."""

SHORTEST = 3
"""Least letters of a listed Turkish word that is recognised under its endings."""

_SHORT_ROOT = 3
"""Letters up to which a Turkish root is recognised by verb endings only: "al" begins too many words."""

_TAIL = re.compile(
    r"m?(?:[dt][iu](?:m|n|k|niz|nuz|l[ae]r)?|m[iu]s\w{0,4}|[aeiu]?yor\w{0,5}|y?[ae]c[ae][kg]\w{0,5}|[aeiu]?r(?:im|iz|um|uz"
    r"|s[iu]n|l[ae]r)?|m[ae](?:k|z|m|di|l[iu])?\w{0,4}|s[ae][mk]?|[iu]p|y?[ae]n\w{0,4}|[dt][iu]g[iu]\w{0,4})"
)


_ENDINGS = re.compile(
    r"(?:l[ae]r)?(?:[iu]?m(?:[iu]z)?|[iu]?n(?:[iu]z)?|s?[iu]|l[ae]r[iu])?(?:n?[dt][ae](?:n|ki\w{0,4})?|[yn]?[iuae]|n?[iu]n"
    r"|y?l[ae]|c[ae]|l[iu]k?|s[iu]z)?(?:y?d[iu]\w?|y?m[iu]s|[dt][iu]r)?"
)
"""Endings of Turkish nouns: plural, possessive, case, "was"."""

_VOWELS = tuple("aeiou")
_HARD = {"g": "k", "b": "p", "d": "t"}
_INFLECTED = (("ies", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ing", ("", "e")), ("ied", ("y",)), ("ed", ("", "e")))

_LIGHT = frozenset(
    {"et", "ed", "ol", "al", "ver", "yap", "git", "gid", "gel", "kal", "çek", "aç", "at", "koy", "geç", "söyle", "bul"}
    | {"take", "took", "taken", "go", "went", "gone", "get", "got", "have", "had", "make", "made", "give", "gave", "be"}
    | {"do", "did", "put", "given", "become", "became"}
)
"""Verbs that carry no meaning of their own beside a noun, such as "etmek"."""


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The translations by English word, by folded Turkish word and by Turkish root."""

    turkish: dict[str, list[str]] = field(default_factory=dict)
    english: dict[str, list[str]] = field(default_factory=dict)
    roots: dict[str, list[str]] = field(default_factory=dict)


def translations(words: Sequence[str], language: Language) -> tuple[str, ...]:
    """Return translations of content words, at most `MOST`: dictionary forms, Turkish verbs by root."""
    return tuple(dict.fromkeys(one for word in words for one in translated(word, language)))[:MOST]


@lru_cache(maxsize=20_000)
def translated(word: str, language: Language) -> tuple[str, ...]:
    """Return the translations of one word in any inflection."""
    known = _lexicon()
    head = word.replace("’", "'").partition("'")[0]
    if language is not Language.TR:
        return tuple(dict.fromkeys(one for form in _english_forms(head.lower()) for one in known.turkish.get(form, ())))
    plain = fold(head)
    found = dict.fromkeys(one for noun in _nouns_of(plain) for one in known.english[noun])
    found |= dict.fromkeys(one for root in _roots_of(plain) for one in known.roots[root])
    return tuple(found)


def is_of_root(token: str, root: str) -> bool:
    """Whether a folded Turkish word is a form of a verb's folded root."""
    if not token.startswith(root) or len(token) - len(root) > LONGEST_TAIL:
        return False
    rest = token[len(root) :]
    return _TAIL.fullmatch(rest) is not None or (len(root) > _SHORT_ROOT and len(rest) > 0)


@lru_cache(maxsize=50_000)
def bases(token: str) -> tuple[str, ...]:
    """Return the folded words of the list of which a Turkish word may be a form."""
    plain = fold(token.replace("’", "'").partition("'")[0])
    return tuple(dict.fromkeys((*_nouns_of(plain), *_roots_of(plain))))


def _roots_of(plain: str) -> Iterator[str]:
    """Return the longest root of which a word is a form."""
    known = _lexicon().roots
    for size in range(min(len(plain), LONGEST_WORD), 1, -1):
        if plain[:size] in known and is_of_root(plain, plain[:size]):
            yield plain[:size]
            return


def _nouns_of(plain: str) -> Iterator[str]:
    """Return the longest listed noun of which a folded Turkish word is a form, its last letter hard."""
    known = _lexicon().english
    for size in range(min(len(plain), LONGEST_WORD), 1, -1):
        start, rest = plain[:size], plain[size:]
        for form in _whole(start, rest):
            if form in known and (not rest or (size >= SHORTEST and _ENDINGS.fullmatch(rest))):
                yield form
                return


def _whole(start: str, rest: str) -> Iterator[str]:
    """Return a noun's stem with its last letter hard again and a dropped vowel restored: "ogl-um"."""
    yield start
    if start[-1] in _HARD:
        yield start[:-1] + _HARD[start[-1]]
    if rest[:1] in _VOWELS and len(start) >= SHORTEST and start[-1] not in _VOWELS and start[-2] not in _VOWELS:
        yield from (f"{start[:-1]}{vowel}{start[-1]}" for vowel in "iu")


def _english_forms(word: str) -> Iterator[str]:
    """Return a word and the words of which it may be the plural or another form."""
    yield word
    for ending, others in _INFLECTED:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            base = word[: -len(ending)]
            yield from (base + other for other in others)
            if ending in ("ing", "ed") and base[-1:] == base[-2:-1]:
                yield base[:-1]


@cache
def _lexicon() -> _Lexicon:
    found = _Lexicon()
    for line in lines("words_across"):
        is_verb = line.startswith("v:")
        left, _, right = line.removeprefix("v:").partition("=")
        english, turkish = ([one.strip() for one in part.split(",")] for part in (left, right))
        keys = [_key(one, is_verb=is_verb) for one in turkish]
        # "Ev işi" is housework, but "iş" alone is none, and of "driving licence" neither word is enough.
        for one in english:
            if " " not in one:
                found.turkish.setdefault(one, []).extend(keys)
        called = [_english(one, is_verb=is_verb) for one in english]
        for one, key in zip(turkish, keys, strict=True):
            if is_verb:
                found.roots.setdefault(fold(key), []).extend(called)
            elif " " not in one:
                found.english.setdefault(fold(one), []).extend(called)
    return found


def _key(turkish: str, *, is_verb: bool) -> str:
    """Return the head word of a Turkish entry: "telefon" of "telefon et", the verb of "ayağa kalk".

    Of "kız kardeş" it is the last word.
    """
    parts = turkish.split()
    return parts[0] if is_verb and parts[-1] in _LIGHT else parts[-1]


def _english(phrase: str, *, is_verb: bool) -> str:
    """Return the head word of an English entry: "mother" of "mother in law", "stand" of "stand up".

    "Driving licence" gives "licence", "take a shower" gives "shower".
    """
    parts = phrase.split()
    is_first = is_verb and parts[0] not in _LIGHT
    return parts[0] if is_first or phrase.endswith(" in law") else parts[-1]
