"""Documents, notes and feeds as read: sections of paragraphs, or dated entries. Texts are verbatim."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class DocumentFormat(StrEnum):
    """The format of a document."""

    MARKDOWN = "markdown"
    TEXT = "text"
    HTML = "html"
    PDF = "pdf"
    FEED = "feed"
    """JSON lines of objects with a text and, optionally, a time, a source and an id."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, list, table or code block; `page` counts from 1, None without pages."""

    text: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """The text under a heading. `path` has the headings from the top, none before the first heading."""

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
    """A parsed document: its title if it has one, and its sections, or the entries of a feed.

    `dated` is the UTC date in its front matter or metadata.
    """

    format: DocumentFormat
    title: str | None
    sections: tuple[Section, ...] = ()
    entries: tuple[Entry, ...] = ()
    dated: datetime | None = None
