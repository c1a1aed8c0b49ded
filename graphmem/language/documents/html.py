"""HTML as sections of the visible text, parsed by selectolax."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem.errors import MissingExtraError
from graphmem.language.documents.dating import LONGEST, date_of
from graphmem.language.documents.paragraphs import Outline
from graphmem.model.document import Document, DocumentFormat

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

EXTRA = "documents"

_UNSEEN = (
    "script, style, template, noscript, head, nav, aside, form, svg, canvas, iframe, object, button, select, textarea, "
    "[hidden], [aria-hidden=true], [style*='display:none'], [style*='display: none'], [style*='visibility:hidden'], "
    "[style*='visibility: hidden'], [style*='font-size:0'], [style*='opacity:0']"
)
"""Elements that a reader of the page does not see; instructions to machines hide there."""

_DATED = (
    "meta[property='article:published_time'], meta[name='date'], meta[name='dc.date'], meta[itemprop='datePublished'], "
    "meta[property='article:modified_time']"
)
"""Places of a page that hold its date."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset({"p", "ul", "ol", "dl", "table", "pre", "blockquote", "figure", "address", "details"})
"""Elements that are one paragraph as a whole."""

_LINES = frozenset({"li", "tr", "dt", "dd", "br", "p", "div", "summary", "figcaption", "caption", *_BLOCKS})
_CELLS = frozenset({"td", "th"})
_SPACE = re.compile(r"[^\S\n]+")
_LINE = re.compile(r"\s*\n\s*")


def read_html(text: str) -> Document:
    """Parse HTML: headings make sections, blocks of text paragraphs.

    Scripts, navigation and hidden elements are left out. Raises MissingExtraError without selectolax.
    """
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError as error:
        raise MissingExtraError("HTML", EXTRA) from error
    page = LexborHTMLParser(text)
    title = page.css_first("title")
    named = " ".join(title.text().split()) if title is not None else ""
    dated = next((date for meta in page.css(_DATED) if (date := _day(meta.attributes.get("content")))), None)
    for unseen in page.css(_UNSEEN):
        unseen.decompose()
    outline = Outline()
    if page.body is not None:
        _Reader(outline).read(page.body)
    first = page.css_first("h1")
    heading = " ".join(first.text().split()) if first is not None else ""
    return Document(DocumentFormat.HTML, named or heading or None, outline.sections(), dated=dated)


def _day(told: str | None) -> datetime | None:
    return date_of((told or "")[:LONGEST])


class _Reader:
    """Walks a page without recursion: pages nest deeper than Python's stack."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._loose: list[str] = []

    def read(self, body: LexborNode) -> None:
        """Read the whole page in its order."""
        stack: list[LexborNode | None] = [body]
        while stack:
            node = stack.pop()
            if node is None:  # the end of an element that stands by itself
                self._end()
                continue
            tag = node.tag or "-"
            if tag == "-text":
                self._loose.append(node.text_content or "")
            elif tag in _HEADINGS:
                self._end()
                self._outline.heading(_HEADINGS[tag], node_text(node))
            elif tag in _BLOCKS:
                self._end()
                self._outline.add(node_text(node))
            elif not tag.startswith("-"):
                parts = list(node.iter(include_text=True))
                is_alone = tag in ("div", "section", "article", "main", "header", "footer", "li", "body")
                if is_alone:
                    self._end()
                stack += [None] if is_alone else []
                stack += reversed(parts)
        self._end()

    def _end(self) -> None:
        self._outline.add(_tidy("".join(self._loose)))
        self._loose = []


def node_text(node: LexborNode) -> str:
    """Return the text of a node, a line for each item or row."""
    parts: list[str] = []
    stack: list[LexborNode | str] = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        tag = one.tag or "-"
        if tag == "-text":
            parts.append(one.text_content or "")
        elif not tag.startswith("-"):
            around = "\n" if tag in _LINES else " | " if tag in _CELLS else ""
            stack += [around, *reversed(list(one.iter(include_text=True))), "\n" if around == "\n" else ""]
    return _tidy("".join(parts).replace(" | \n", "\n"))


def _tidy(text: str) -> str:
    return _LINE.sub("\n", _SPACE.sub(" ", text)).strip(" \n|")
