"""A parsed text that caches the results of its readers.

A reader is a function of a `Doc`, marked with `reading`; the Doc keeps its result. `doc_of` returns the same Doc for a
text that was read recently. Readers build on each other and never on the string alone, so nothing is tokenised twice.
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
"""Most texts whose readings are cached, since the neighbours of new statements recur.
An erasure of any owner clears the cache (graphmem.services.text_caches)."""

LONGEST = 5_000
"""Characters of the longest cached text."""

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
        """Return a reader's result, computed on the first call only."""
        try:
            found: Found = self._kept[reader]
        except KeyError:
            found = self._kept[reader] = reader(self)
        return found


def reading(reader: Callable[[Doc], Found]) -> Callable[[Doc], Found]:
    """Mark a reader whose result the Doc keeps."""

    @wraps(reader)
    def read(doc: Doc) -> Found:
        return doc.of(reader)

    return read


def doc_of(text: str, language: Language) -> Doc:
    """Return the Doc of a text, the same one for a recently read text."""
    return _kept(text, language) if len(text) <= LONGEST else Doc(text, language)


@lru_cache(maxsize=REMEMBERED)
def _kept(text: str, language: Language) -> Doc:
    return Doc(text, language)


@reading
def prose(doc: Doc) -> str:
    """Return the text with blanks for code, links, addresses and file names; every place stays."""
    return words.prose(doc.text)


@reading
def tokens(doc: Doc) -> tuple[Word, ...]:
    """Return the words of the prose with their places."""
    return words.words(prose(doc))


@reading
def spoken(doc: Doc) -> tuple[Word, ...]:
    """Return the words without those of inline code."""
    code = [found.span() for found in _INLINE_CODE.finditer(doc.text)] if "`" in doc.text else []
    return tuple(word for word in tokens(doc) if not any(start < word.start < end for start, end in code))


@reading
def folded(doc: Doc) -> str:
    """Return the text folded; ligatures shift places."""
    return fold(doc.text)
