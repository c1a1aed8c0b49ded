"""Plain text: paragraphs between blank lines. Underlined lines, as notes have them, are headings, and so is a line
that is a date and nothing else."""

from __future__ import annotations

import re

from graphmem.language.documents.dating import date_of
from graphmem.language.documents.paragraphs import Outline, unwrapped
from graphmem.model.document import Document, DocumentFormat

_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_UNDERLINED = re.compile(
    r"\A(?P<heading>[^\n]{1,120})\n(?P<line>={3,}|-{3,}|~{3,})[ \t]*(?:\n(?P<rest>.*))?\Z", re.DOTALL
)


DAY = 3
"""Level of a heading that is a day: it lies within what is underlined."""

WRAPPED_FROM = 50
"""Characters of the lines of a paragraph, all but the last, from which an editor broke them."""


def read_plain(text: str) -> Document:
    """Paragraphs in their order, under underlined headings where there are any."""
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
        outline.add(unwrapped(block) if _is_wrapped(block) else block)
    return Document(DocumentFormat.TEXT, title, outline.sections())


def _is_wrapped(block: str) -> bool:
    lines = block.split("\n")
    return len(lines) > 1 and min(len(line) for line in lines[:-1]) >= WRAPPED_FROM
