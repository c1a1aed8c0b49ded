"""Documents from bytes: format, limits and sections."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from graphmem.errors import DocumentError
from graphmem.language.documents.child_process import read_apart
from graphmem.language.documents.feed import is_feed, read_feed
from graphmem.language.documents.markdown import read_markdown
from graphmem.language.documents.plain import read_plain
from graphmem.language.encodings import older_turkish
from graphmem.language.transcripts.messages import is_storable
from graphmem.model.document import Document, DocumentFormat

MOST_BYTES = 20 * 1024 * 1024
"""Bytes of the largest document."""

MOST_CHARACTERS = 2_000_000
"""Most characters of a document's text: four times War and Peace would be split."""

MOST_PARAGRAPHS = 20_000

_BY_EXTENSION = {
    ".md": DocumentFormat.MARKDOWN,
    ".markdown": DocumentFormat.MARKDOWN,
    ".txt": DocumentFormat.TEXT,
    ".text": DocumentFormat.TEXT,
    ".html": DocumentFormat.HTML,
    ".htm": DocumentFormat.HTML,
    ".xhtml": DocumentFormat.HTML,
    ".pdf": DocumentFormat.PDF,
}
_READERS: dict[DocumentFormat, Callable[[str], Document]] = {
    DocumentFormat.MARKDOWN: read_markdown,
    DocumentFormat.TEXT: read_plain,
}
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_LOOKED_AT = 4_096

DEEPEST_HTML = 20_000
"""Most nested elements; a parser reads so many in less than a second."""

_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)")
_UNCOUNTED = frozenset({
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"),
    *("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "colgroup", "rp", "rt"),
    *("html", "head", "body", "path", "circle", "rect", "line", "polygon", "use", "g"),
})  # fmt: skip
"""Elements without an end tag, or with an optional one."""


def format_of(name: str, data: bytes) -> DocumentFormat | None:
    """Return the format of a file that is surely no conversation: PDF, HTML or a feed, by bytes or name.

    None for Markdown, plain text and JSON, which may be either.
    """
    if data.startswith(b"%PDF-"):
        return DocumentFormat.PDF
    suffix = PurePath(name).suffix.lower()
    if _BY_EXTENSION.get(suffix) in (DocumentFormat.HTML, DocumentFormat.PDF):
        return _BY_EXTENSION[suffix]
    if _HTML.match(data[:_LOOKED_AT]):
        return DocumentFormat.HTML
    return DocumentFormat.FEED if suffix in (".jsonl", ".ndjson", "") and is_feed(data) else None


def read_document(name: str, data: bytes, kind: DocumentFormat | None = None) -> Document:
    """Return the sections of a document; without a `kind`, its first bytes and its name give the format.

    Raises DocumentError for one that is too large, of another format or no text, and MissingExtraError without the
    library that parses it.
    """
    if len(data) > MOST_BYTES:
        raise DocumentError(
            f"{len(data):,} bytes are more than {MOST_BYTES:,}", source=name, remedy="Split the document."
        )
    kind = kind or format_of(name, data) or _BY_EXTENSION.get(PurePath(name).suffix.lower(), DocumentFormat.TEXT)
    read = _read(name, data, kind)
    paragraphs = [paragraph for section in read.sections for paragraph in section.paragraphs]
    characters = sum(len(paragraph.text) for paragraph in paragraphs) + sum(len(entry.text) for entry in read.entries)
    if characters > MOST_CHARACTERS or len(paragraphs) + len(read.entries) > MOST_PARAGRAPHS:
        raise DocumentError(
            f"{characters:,} characters in {len(paragraphs) + len(read.entries):,} paragraphs are more than "
            f"{MOST_CHARACTERS:,} in {MOST_PARAGRAPHS:,}",
            source=name,
            remedy="Split the document.",
        )
    return read


def _read(name: str, data: bytes, kind: DocumentFormat) -> Document:
    if kind is DocumentFormat.PDF:
        return read_apart(name, data, kind)
    text = _text(name, data)
    if kind is DocumentFormat.HTML:
        _require_shallow(name, text)
        return read_apart(name, text.encode(), kind)
    return read_feed(name, text) if kind is DocumentFormat.FEED else _READERS[kind](text)


def _require_shallow(name: str, text: str) -> None:
    """Raise DocumentError for HTML that nests too deeply.

    A parser's time grows with the square of the depth.
    """
    depth = 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() not in _UNCOUNTED:
            depth = max(depth - 1, 0) if tag[1] else depth + 1
            if depth > DEEPEST_HTML:
                raise DocumentError(
                    f"its elements nest more than {DEEPEST_HTML:,} deep", source=name, remedy="Save the page as text."
                )


def _text(name: str, data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DocumentError("byte 0 begins a UTF-16 mark", source=name, remedy="Save the file as UTF-8.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if (older := older_turkish(data)) is not None:
            return older.replace("\r\n", "\n").replace("\r", "\n")
        raise DocumentError(
            f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8, so this is no text",
            source=name,
            remedy="Save the file as UTF-8 text.",
        ) from error
    if not is_storable(text):
        raise DocumentError("it holds a NUL, so this is no text", source=name, remedy="Save the file as UTF-8 text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
