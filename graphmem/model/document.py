"""Documents, notes and feeds as they were read: sections of paragraphs, or dated entries. Texts are verbatim."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class DocumentFormat(StrEnum):
    """How a document is written."""

    MARKDOWN = "markdown"
    TEXT = "text"
    HTML = "html"
    PDF = "pdf"
    FEED = "feed"
    """JSON lines of objects with a text, and where they have them a time, a source and an id."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, a list, a table or a block of code, on a page counted from 1 where there are pages."""

    text: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under a heading. `path` are the headings from the top, none before the first heading."""

    path: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a feed. `at` is UTC."""

    text: str
    source: str
    at: datetime | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """What was read of a document: its own title if it has one, and its sections, or the entries of a feed. `dated` is
    when it says that it was written, in what is no text of it: front matter, metadata. It is UTC."""

    format: DocumentFormat
    title: str | None
    sections: tuple[Section, ...] = ()
    entries: tuple[Entry, ...] = ()
    dated: datetime | None = None
