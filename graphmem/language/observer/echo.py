"""Echoes of an assistant, which repeat its user: "Noted: …", "Window seats it is", a summary.

The user's own words are remembered; an echo would be a second, paler memory of them.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from graphmem.language.doc import Doc, doc_of, reading, tokens
from graphmem.language.formation.splitting import sentences
from graphmem.language.observer.contractions import spelled_out
from graphmem.language.observer.patterns import any_of
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.language import Language

REPEATED = 0.75
"""Share of a sentence's content words in the turns before, from which it is an echo."""
_TURKISH_STEM = 5
"""First letters by which Turkish words are compared, as in `language.describe`."""


def without_echoes(text: str, language: Language, heard: Collection[str]) -> str:
    """Return the text without echoes; `heard` is the `content` of the turns before."""
    said = sentences(text)
    kept = [sentence for sentence in said if not is_echo(sentence, language, heard)]
    return text if len(kept) == len(said) else " ".join(kept)


def is_echo(sentence: str, language: Language, heard: Collection[str] = ()) -> bool:
    """Whether a sentence only acknowledges or repeats words `heard` before. A new name or number is news."""
    doc = doc_of(sentence, language)
    said = content(doc)
    acknowledges = any_of(f"{language.value}/observer_reactions", "echo").match(spelled_out(sentence, language))
    if not heard or not said:
        return acknowledges is not None
    new = said.difference(heard)
    if any(word[:1].isdigit() for word in new) or _names(doc) & new:
        return False
    return acknowledges is not None or len(new) <= (1 - REPEATED) * len(said)


@reading
def content(doc: Doc) -> frozenset[str]:
    """Return the stems of a text's content words, and its numbers."""
    return frozenset(filter(None, (_root(word.text, doc.language) for word in tokens(doc))))


def _names(doc: Doc) -> frozenset[str]:
    """Return the stems of words with a capital inside a sentence."""
    return frozenset(_root(word.text, doc.language) for word in tokens(doc)[1:] if word.text[0].isupper())


@lru_cache(maxsize=20_000)
def _root(word: str, language: Language) -> str:
    folded = fold(word)
    if folded[0].isdigit():
        return folded
    if is_stop_word(word, language) or folded in words("observer_small_talk"):
        return ""
    root = stem(folded, language)
    return root[:_TURKISH_STEM] if language is Language.TR else root
