"""Names by which one text leads to another: written with capitals, as words of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.language import Language

LONGEST = 1_500
"""Characters of a text from which its names lead nowhere in particular: a long message names too much."""

MOST = 10
"""Names followed from one text, the first said first."""

_CAPITAL = r"[^\W\d_a-zçğışöü][\w’'\-]*"
_JOINED = r"(?:\s+(?:of|the|de|von|van|and|&|ve)\s+|\s+)"
_NAME = re.compile(rf"(?<![\w'’\-]){_CAPITAL}(?:{_JOINED}{_CAPITAL})*")
_AFTER_END = re.compile(r"(?:^|[.!?:\n]\s*|[\"“])$")
_SUFFIX = re.compile(r"['’]\w*$")
_BETWEEN = re.compile(r"[\W_]+")
_SHORTEST = 3


def bare(text: str) -> str:
    """Folded words with one blank before, between and after them: ` star wars ` is found in what it is part of."""
    return f" {_BETWEEN.sub(' ', fold(text[:LONGEST]))} "


def names_said(text: str, known: str, language: Language) -> tuple[str, ...]:
    """The names in a text that a question does not know yet, bare, at most MOST; none of a text too long to lead.

    `known` is the bare question. A word that starts a sentence is due its capital: alone it counts as no name, and
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
    """Places of the bare texts that say the bare name."""
    return [place for place, text in enumerate(texts) if name in text]


def _readings(match: re.Match[str], text: str) -> list[list[str]]:
    """The words with capitals that may be a name, with and without one that starts a sentence."""
    words = _SUFFIX.sub("", match[0]).split()
    if not _is_due(match, text):
        return [words]
    return [words[1:], words] if len(words) > 1 else []


def _content(said: Sequence[str], language: Language) -> list[str]:
    """The words of a name from its first to its last word of content: of "When I" nothing is left."""
    words = list(said)
    while words and is_stop_word(words[0], language):
        del words[0]
    while words and is_stop_word(words[-1], language):
        del words[-1]
    return words


def _is_due(match: re.Match[str], text: str) -> bool:
    """Whether a sentence start explains the first capital."""
    return bool(_AFTER_END.search(text[max(0, match.start() - 4) : match.start()]))
