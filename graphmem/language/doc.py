"""A text that is read once, and everything that was read of it.

A reader is a function of a `Doc`, marked as a `reading`; what it finds stays with the Doc, and `doc_of` gives the same
Doc for the same text while it is among those read lately. Readers build on each other and never on the text's string
alone, so nothing is tokenised twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

from graphmem.language import words
from graphmem.language.turkish import fold
from graphmem.language.words import Word
from graphmem.model.language import Language

REMEMBERED = 2_048
"""Texts whose readings are kept: the neighbours of what is written come back again and again. They are gone when any
owner is erased (graphmem.services.text_caches)."""

LONGEST = 5_000
"""Characters of the longest text that is kept."""

_INLINE_CODE = re.compile(r"`[^`\n]+`")

Found = TypeVar("Found")


class Doc:
    """A text in a language. Compared by identity; safe to share between threads."""

    __slots__ = ("_kept", "language", "text")

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self._kept: dict[Any, Any] = {}

    def of(self, reader: Callable[[Doc], Found]) -> Found:
        """What a reader finds, which reads the first time only."""
        try:
            found: Found = self._kept[reader]
        except KeyError:
            found = self._kept[reader] = reader(self)
        return found


def reading(reader: Callable[[Doc], Found]) -> Callable[[Doc], Found]:
    """A reader whose finding stays with the Doc."""

    @wraps(reader)
    def read(doc: Doc) -> Found:
        return doc.of(reader)

    return read


def doc_of(text: str, language: Language) -> Doc:
    """The Doc of a text, the same one for one read lately."""
    return _kept(text, language) if len(text) <= LONGEST else Doc(text, language)


@lru_cache(maxsize=REMEMBERED)
def _kept(text: str, language: Language) -> Doc:
    return Doc(text, language)


@reading
def prose(doc: Doc) -> str:
    """The text with blanks in the place of code, links, addresses and file names; every place stays."""
    return words.prose(doc.text)


@reading
def tokens(doc: Doc) -> tuple[Word, ...]:
    """The words of the prose with their places."""
    return words.words(prose(doc))


@reading
def spoken(doc: Doc) -> tuple[Word, ...]:
    """The words without those of inline code."""
    code = [found.span() for found in _INLINE_CODE.finditer(doc.text)] if "`" in doc.text else []
    return tuple(word for word in tokens(doc) if not any(start < word.start < end for start, end in code))


@reading
def folded(doc: Doc) -> str:
    """The text folded; places may differ from the text's where it has ligatures."""
    return fold(doc.text)
