"""Names by which one text leads to another: capitalised, whole words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.language import Language

LONGEST = 1_500
"""Characters of a text from which its names are not followed: a long message names too much."""

MOST = 10
"""Most names followed from one text, in the order they appear."""

_CAPITAL = r"[^\W\d_a-zçğışöü][\w’'\-]*"
_JOINED = r"(?:\s+(?:of|the|de|von|van|and|&|ve)\s+|\s+)"
_NAME = re.compile(rf"(?<![\w'’\-]){_CAPITAL}(?:{_JOINED}{_CAPITAL})*")
_AFTER_END = re.compile(r"(?:^|[.!?:\n]\s*|[\"“])$")
_SUFFIX = re.compile(r"['’]\w*$")
_BETWEEN = re.compile(r"[\W_]+")
_SHORTEST = 3


def bare(text: str) -> str:
    """Return folded words with single spaces around and between: ` star wars ` matches whole words."""
    return f" {_BETWEEN.sub(' ', fold(text[:LONGEST]))} "


def names_said(text: str, known: str, language: Language) -> tuple[str, ...]:
    """Return names in a text that the question lacks, in bare form, at most MOST; none of a long text.

    `known` is the bare question. A word that starts a sentence has a capital anyway: alone it counts as no name, and
    before a name it may or may not be part of it.
    """
    if len(text) > LONGEST:
        return ()
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        for said in _readings(match, text):
            name = bare(" ".join(_content(said, language)))
            if len(name) >= _SHORTEST + 2 and name not in known:
                found.setdefault(name)
        if len(found) >= MOST:
            break
    return tuple(found)[:MOST]


def mentions(name: str, texts: Sequence[str]) -> list[int]:
    """Return the places of the bare texts that contain the bare name."""
    return [place for place, text in enumerate(texts) if name in text]


def _readings(match: re.Match[str], text: str) -> list[list[str]]:
    """Return the capitalised runs that may be a name, with and without a word that starts a sentence."""
    words = _SUFFIX.sub("", match[0]).split()
    if not _is_due(match, text):
        return [words]
    return [words[1:], words] if len(words) > 1 else []


def _content(said: Sequence[str], language: Language) -> list[str]:
    """Return the words of a name from its first to its last content word; of "When I" nothing is left."""
    words = list(said)
    while words and is_stop_word(words[0], language):
        del words[0]
    while words and is_stop_word(words[-1], language):
        del words[-1]
    return words


def _is_due(match: re.Match[str], text: str) -> bool:
    """Whether the word has its capital only because it starts a sentence."""
    return bool(_AFTER_END.search(text[max(0, match.start() - 4) : match.start()]))
