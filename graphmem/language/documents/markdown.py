"""Markdown (CommonMark with tables) as sections in its own words, parsed by markdown-it."""

from __future__ import annotations

import re
from datetime import datetime

from markdown_it import MarkdownIt

from graphmem.language.documents.dating import date_labelled
from graphmem.language.documents.paragraphs import Outline, unwrap
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines as lines_of
from graphmem.model.document import Document, DocumentFormat

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<fields>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"(?P<name>[^\W\d_][\w -]*):[ \t]+(?P<value>[^\s\[{|>].*)$")
_PROSE = frozenset({"paragraph_open", "bullet_list_open", "ordered_list_open", "blockquote_open"})
_TITLE = re.compile(r"^title:[ \t]*(?P<title>.+)$", re.MULTILINE)


def read_markdown(text: str) -> Document:
    """Parse Markdown: headings make sections, each top-level block is a paragraph.

    Blocks are paragraphs, lists, quotes, tables and code. A paragraph is the source between the block's first and last
    line, so that it can be found in the file; wrapped lines of prose are joined. HTML comments are left out. Fields of
    front matter about the note's subject, such as a birthday, come first.
    """
    title: str | None = None
    dated: datetime | None = None
    told = ""
    if front := _FRONT_MATTER.match(text):
        found = _TITLE.search(front["fields"])
        title = found["title"].strip().strip("\"'") if found else None
        dated = date_labelled(front["fields"])
        told = _subject_fields(front["fields"])
        text = text[front.end() :]
    lines = text.split("\n")
    outline = Outline()
    outline.add(told)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for place, token in enumerate(tokens):
        if token.level != 0 or token.map is None:
            continue
        if token.type == "heading_open":
            level, heading = int(token.tag[1]), tokens[place + 1].content
            title = title or (heading if level == 1 else None)
            outline.heading(level, heading)
        elif token.type == "html_block" and token.content.lstrip().startswith("<!--"):
            continue
        elif token.nesting >= 0 and token.type != "hr":
            said = "\n".join(lines[token.map[0] : token.map[1]])
            outline.add(unwrap(said) if token.type in _PROSE else said)
    return Document(DocumentFormat.MARKDOWN, title, outline.sections(), dated=dated)


def _subject_fields(fields: str) -> str:
    """Return the front matter's fields about the note's subject, not about the note."""
    rows = (_FIELD.match(row) for row in fields.split("\n"))
    unread = {*lines_of("document_fields"), *lines_of("document_dates")}
    return "\n".join(row[0] for row in rows if row and fold(row["name"]).replace("_", " ").strip() not in unread)
