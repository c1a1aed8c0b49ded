"""Stop words, which carry grammar instead of content, English and Turkish."""

from __future__ import annotations

from functools import cache

from graphmem.language.turkish import fold, lower
from graphmem.language.wordlists import words
from graphmem.model.language import Language


def is_stop_word(word: str, language: Language) -> bool:
    """Whether a word is a stop word of the language. ASCII-typed Turkish counts: "cunku" is "çünkü"."""
    return is_listed(word, language, "stopwords")


def is_listed(word: str, language: Language, kind: str) -> bool:
    """Whether the list `{language}/{kind}` has a word, in any case and with any apostrophe."""
    name = f"{language.value}/{kind}"
    lowered = word.replace("’", "'")
    if language is not Language.TR:
        return lowered.lower() in words(name)
    lowered = lower(lowered)
    # Folding alone would make "öldü" (died) the stop word "oldu"; only words typed without Turkish letters may fold.
    return lowered in words(name) or (word.isascii() and fold(word) in _folded(name))


@cache
def _folded(name: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words(name))
