"""Secrets of plain words: a password of four and more, the twelve or twenty-four that bring a wallet back."""

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
"""Words from which they are drawn by lot, with words of grammar among them."""

SHORTEST = 3
"""Letters of such a word."""

LONGEST = 160
"""Characters of such words."""

MOST_PLACES = 200
"""Places of a text that are looked at."""

_WORDS = re.compile(rf"[^\W\d_]{{{SHORTEST},20}}(?:[ -][^\W\d_]{{{SHORTEST},20}}){{{FEWEST - 1},{MOST - 1}}}")
_ENDS = re.compile(r"""["'”“)\]]{0,2}(?:[.!?;,]|\s*$|\s*\n)""")
_SINCE = re.compile(r"\s+(?:since|until|till|as of|from (?:now|today|tomorrow|next))\s|\s+[a-z]{3,20}[dt][ae]n beri\b")
"""Where the secret has ended although its sentence goes on: since when, until when it holds."""
_TOLD_OF = re.compile(r"(?:ed|ing|ly|able|ible|ive|ful|less)$")
"""What ends so tells of the password: "is stored using strong hashing"."""


def plain_words(text: str, plain: str) -> Iterator[Finding]:
    """Words that are the secret, to the end of their sentence: none of them carries grammar."""
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
    """Where plain words end before it is told since when they are the secret; 0 where none are."""
    since = _SINCE.search(plain, start, start + LONGEST)
    if since is None or not _WORDS.fullmatch(text, start, since.start()):
        return 0
    words = re.split("[ -]", plain[start : since.start()])
    return 0 if any(_is_grammar(word) or _TOLD_OF.search(word) for word in words) else since.start()


def _is_grammar(word: str) -> bool:
    return any(is_stop_word(word, language) for language in Language) or word in _not_words()


@cache
def _before() -> re.Pattern[str]:
    """The word for the secret, with whatever ending, and what stands between; the first group where it is a verb."""
    known = "|".join(map(re.escape, sorted(lines("secret_phrases"), key=len, reverse=True)))
    of = r"(?: (?:for|of|to|in|on) [^.:=\n]{1,40}?)?"
    between = r"(?:\s{0,3}[:=]\s{0,3}|\s+(is|was|are)\s+(?:now\s+)?:?\s{0,2})"
    return re.compile(rf"(?<![a-z])(?:{known})(?:'?[a-z_]{{0,12}}){of}{between}[\"'“”]?")


@cache
def _not_words() -> frozenset[str]:
    return frozenset(lines("secret_not_values")) | frozenset(lines("secret_not_words"))
