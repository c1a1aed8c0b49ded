"""Secrets of plain words: a passphrase of four or more, a wallet's phrase of twelve or twenty-four."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.stopwords import is_stop_word
from graphmem.language.wordlists import lines
from graphmem.model.language import Language
from graphmem.model.privacy import Finding, PrivacyClass

FEWEST, MOST = 4, 24
WALLET = 12
"""Words from which a phrase counts even if stop words are among them."""

SHORTEST = 3
"""Least letters of a word of a passphrase."""

LONGEST = 160
"""Most characters of a passphrase before a time."""

MOST_PLACES = 200
"""Most places of a text that are searched."""

_WORDS = re.compile(rf"[^\W\d_]{{{SHORTEST},20}}(?:[ -][^\W\d_]{{{SHORTEST},20}}){{{FEWEST - 1},{MOST - 1}}}")
_ENDS = re.compile(r"""["'”“)\]]{0,2}(?:[.!?;,]|\s*$|\s*\n)""")
_SINCE = re.compile(r"\s+(?:since|until|till|as of|from (?:now|today|tomorrow|next))\s|\s+[a-z]{3,20}[dt][ae]n beri\b")
"""Words that end the secret within its sentence: since or until when it holds."""
_TOLD_OF = re.compile(r"(?:ed|ing|ly|able|ible|ive|ful|less)$")
"""Words that tell about the password instead of giving it: "is stored using strong hashing"."""


def plain_words(text: str, plain: str) -> Iterator[Finding]:
    """Return words that are the secret, to the end of their sentence: none of them is a stop word."""
    for place, before in enumerate(_before().finditer(plain)):
        if place >= MOST_PLACES:
            return
        if end := _until_since(text, plain, before.end()):
            yield Finding(PrivacyClass.SECRET, before.end(), end)
            continue
        found = _WORDS.match(text, before.end())
        if found is None or not _ENDS.match(text, found.end()):
            continue
        words = re.split("[ -]", plain[found.start() : found.end()])
        is_said = before[1] is not None
        if len(words) >= WALLET or not any(_is_grammar(word) or (is_said and _TOLD_OF.search(word)) for word in words):
            yield Finding(PrivacyClass.SECRET, *found.span())


def _until_since(text: str, plain: str, start: int) -> int:
    """Return the end of plain words before the time since when they are the secret; 0 for none."""
    since = _SINCE.search(plain, start, start + LONGEST)
    if since is None or not _WORDS.fullmatch(text, start, since.start()):
        return 0
    words = re.split("[ -]", plain[start : since.start()])
    return 0 if any(_is_grammar(word) or _TOLD_OF.search(word) for word in words) else since.start()


def _is_grammar(word: str) -> bool:
    return any(is_stop_word(word, language) for language in Language) or word in _not_words()


@cache
def _before() -> re.Pattern[str]:
    """Return the pattern of the word for the secret, with any ending and link; group 1 marks a verb."""
    known = "|".join(map(re.escape, sorted(lines("secret_phrases"), key=len, reverse=True)))
    of = r"(?: (?:for|of|to|in|on) [^.:=\n]{1,40}?)?"
    between = r"(?:\s{0,3}[:=]\s{0,3}|\s+(is|was|are)\s+(?:now\s+)?:?\s{0,2})"
    return re.compile(rf"(?<![a-z])(?:{known})(?:'?[a-z_]{{0,12}}){of}{between}[\"'“”]?")


@cache
def _not_words() -> frozenset[str]:
    return frozenset(lines("secret_not_values")) | frozenset(lines("secret_not_words"))
