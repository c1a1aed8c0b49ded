"""PDF as sections by its bookmarks, if any, with the page of each paragraph; parsed by pypdf."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from graphmem.errors import DocumentError, MissingExtraError
from graphmem.language.documents.html import EXTRA
from graphmem.language.documents.paragraphs import Outline
from graphmem.model.document import Document, DocumentFormat

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_PAGES = 2_000

_BLANK = re.compile(r"\n[ \t]*\n")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[^\W\d_])")
_ENDS = re.compile(r"[.!?:;…»”\"')]\s*$")
_SHORT = 0.75
"""Share of a page's usual line length below which a line that ends a sentence ends its paragraph."""


def read_pdf(name: str, data: bytes) -> Document:
    """Return the text of all pages; bookmarks make sections.

    Raises DocumentError for a file that is broken, encrypted, too long, or holds only pictures of text, and
    MissingExtraError without pypdf.
    """
    try:
        from pypdf import PdfReader
    except ImportError as error:
        raise MissingExtraError("PDF", EXTRA) from error
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it reports every flaw that it repairs
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted:
            raise DocumentError("it is encrypted", source=name, remedy="Save it without a password.")
        if len(reader.pages) > MOST_PAGES:
            raise DocumentError(
                f"{len(reader.pages):,} pages are more than {MOST_PAGES:,}", source=name, remedy="Split the document."
            )
        pages = [page.extract_text() for page in reader.pages]
        dated = _created(reader)
        title = reader.metadata.title if reader.metadata is not None else None
        marks = sorted(_bookmarks(reader), key=lambda mark: mark[0])
    except DocumentError:
        raise
    except Exception as error:  # whatever a broken file makes of a parser
        raise DocumentError(
            f"it cannot be read as PDF ({type(error).__name__})",
            source=name,
            remedy="Print it to a new PDF, and retry.",
        ) from error
    outline = Outline()
    for number, text in enumerate(pages, start=1):
        while marks and marks[0][0] <= number:
            _, level, heading = marks.pop(0)
            outline.heading(level, heading)
        for paragraph in _paragraphs(text):
            outline.add(paragraph, number)
    sections = outline.sections()
    if not sections and pages:
        raise DocumentError(
            "no page of it holds text", source=name, remedy="Recognise its pictures as text (OCR) first."
        )
    named = title.strip() if isinstance(title, str) and title.strip() else None
    return Document(DocumentFormat.PDF, named, sections, dated=dated)


def _created(reader: PdfReader) -> datetime | None:
    """Return the creation time in the metadata, if there is one."""
    try:
        made = reader.metadata.creation_date if reader.metadata is not None else None
    except ValueError:  # a date in no standard form
        return None
    if made is None:
        return None
    return made.astimezone(UTC) if made.tzinfo else made.replace(tzinfo=UTC)


def _bookmarks(reader: PdfReader) -> Iterator[tuple[int, int, str]]:
    """Return page, level (both from 1) and title of every bookmark that leads to a page."""

    def walk(marks: list[Any], level: int) -> Iterator[tuple[int, int, str]]:
        for mark in marks:
            if isinstance(mark, list):
                if level < 6:
                    yield from walk(mark, level + 1)
                continue
            page = reader.get_destination_page_number(mark)
            if page is not None and mark.title:
                yield page + 1, level, str(mark.title)

    return walk(list(reader.outline), 1)


def _paragraphs(text: str) -> list[str]:
    """Return a page's paragraphs with their lines joined.

    A blank line ends a paragraph, and so does a short line that ends a sentence.
    """
    found: list[str] = []
    for block in _BLANK.split(_HYPHEN.sub("", text.replace("\r", "\n").replace("\x00", ""))):
        lines = [line.strip() for line in block.split("\n") if line.strip()]
        usual = max((len(line) for line in lines), default=0)
        paragraph: list[str] = []
        for line in lines:
            paragraph.append(line)
            if _ENDS.search(line) and len(line) < _SHORT * usual:
                found.append(" ".join(paragraph))
                paragraph = []
        if paragraph:
            found.append(" ".join(paragraph))
    return found
