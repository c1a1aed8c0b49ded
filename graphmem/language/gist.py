"""The gist of a text: its specifics and content words, stored with its memory.

A dream compares every memory with all others; to read a hundred thousand texts again would take it a minute. A first
line gives the version of the reading and a digest of the text, so that a gist of other rules or of an earlier text is
not used.
"""

from __future__ import annotations

from zlib import crc32

from graphmem.language.describe import content_words
from graphmem.language.doc import doc_of
from graphmem.language.specifics import find_specifics
from graphmem.model.language import Language

READING = 1
"""Increase this whenever the same text is read in another way; a test knows some readings."""

_APART = "\t"  # blanks within a specific are single spaces

Content = tuple[list[str], list[str]]
"""The specifics and the stems of content words of a text, unordered."""


def read_content(text: str, language: Language) -> Content:
    """Return the specifics and content words of a text."""
    doc = doc_of(text, language)
    return sorted(find_specifics(doc)), sorted(content_words(doc)[0])


def write_gist(text: str, language: Language) -> str:
    """Return the gist of a text for storage."""
    return "\n".join([_key(text), *(_APART.join(part) for part in read_content(text, language))])


def read_gist(kept: str | None, text: str, language: Language) -> Content:
    """Return a text's specifics and content words from its gist if that is current, else from the text."""
    key, _, rest = (kept or "").partition("\n")
    if key != _key(text):
        return read_content(text, language)
    first, _, second = rest.partition("\n")
    return _parts(first), _parts(second)


def _parts(line: str) -> list[str]:
    return line.split(_APART) if line else []


def _key(text: str) -> str:
    return f"{READING} {crc32(text.encode()):08x}"
