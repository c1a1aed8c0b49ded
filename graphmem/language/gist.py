"""What a text is weighed by among many, as its memory keeps it: its specifics and its words of content.

A dream weighs every memory against all others, and to read a hundred thousand texts again takes it a minute. So the two
are written down with the text. A line before them says by which reading and of which text: what other rules read, or
what stood there before, is not taken for this one's.
"""

from __future__ import annotations

from zlib import crc32

from graphmem.language.describe import content_words
from graphmem.language.doc import doc_of
from graphmem.language.specifics import find_specifics
from graphmem.model.language import Language

READING = 1
"""Goes up when the same text is read in another way: a test knows what some texts are read as."""

_APART = "\t"  # blanks within a specific are single spaces

Content = tuple[list[str], list[str]]
"""The specifics and the stems of content words of a text, in no order that means anything."""


def read_content(text: str, language: Language) -> Content:
    """What a text is weighed by."""
    doc = doc_of(text, language)
    return sorted(find_specifics(doc)), sorted(content_words(doc)[0])


def write_gist(text: str, language: Language) -> str:
    """The same as its memory keeps it."""
    return "\n".join([_key(text), *(_APART.join(part) for part in read_content(text, language))])


def read_gist(kept: str | None, text: str, language: Language) -> Content:
    """What a text is weighed by, from what its memory keeps where that is of this text and this reading."""
    key, _, rest = (kept or "").partition("\n")
    if key != _key(text):
        return read_content(text, language)
    first, _, second = rest.partition("\n")
    return _parts(first), _parts(second)


def _parts(line: str) -> list[str]:
    return line.split(_APART) if line else []


def _key(text: str) -> str:
    return f"{READING} {crc32(text.encode()):08x}"
