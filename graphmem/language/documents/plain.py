"""Plain text as paragraphs between blank lines.

Underlined lines are headings, and so is a line that is only a date.
"""

from __future__ import annotations

import re

from graphmem.language.documents.dating import date_of
from graphmem.language.documents.paragraphs import Outline, unwrap
from graphmem.model.document import Document, DocumentFormat

_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_UNDERLINED = re.compile(
    r"\A(?P<heading>[^\n]{1,120})\n(?P<line>={3,}|-{3,}|~{3,})[ \t]*(?:\n(?P<rest>.*))?\Z", re.DOTALL
)


DAY = 3
"""Level of a heading that is a day: it lies within an underlined one."""

WRAPPED_FROM = 50
"""Least characters of each line but the last of a wrapped paragraph."""


def read_plain(text: str) -> Document:
    """Return paragraphs in order, under underlined headings if there are any."""
    outline = Outline()
    title: str | None = None
    for block in _BLANK.split(text.strip("\n")):
        if found := _UNDERLINED.match(block):
            title = title or found["heading"].strip()
            outline.heading(1 if found["line"].startswith("=") else 2, found["heading"])
            block = found["rest"] or ""
        elif date_of(first := block.strip().split("\n", 1)[0]):  # a diary: each day under its date
            outline.heading(DAY, first)
            block = block.strip()[len(first) :]
        outline.add(unwrap(block) if _is_wrapped(block) else block)
    return Document(DocumentFormat.TEXT, title, outline.sections())


def _is_wrapped(block: str) -> bool:
    lines = block.split("\n")
    return len(lines) > 1 and min(len(line) for line in lines[:-1]) >= WRAPPED_FROM
