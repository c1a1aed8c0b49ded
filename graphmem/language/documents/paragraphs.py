"""Paragraphs under headings, gathered while a document is read from its beginning to its end."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphmem.language.parting import parted
from graphmem.model.document import Paragraph, Section

LONGEST_HEADING = 200
DEEPEST = 6

_BEGINS = re.compile(r"\s*(?:[-*+•–]\s|\d{1,3}[.)]\s|[>|#]|```|~~~|\[.?\]\s)")


@dataclass
class Outline:
    """Sections in the making."""

    _path: list[tuple[int, str]] = field(default_factory=list)
    _paragraphs: list[Paragraph] = field(default_factory=list)
    _sections: list[Section] = field(default_factory=list)

    def heading(self, level: int, text: str) -> None:
        """Begin a section; one of a deeper level lies within the one before."""
        named = " ".join(text.split())[:LONGEST_HEADING]
        if not named:
            return
        self._close()
        self._path = [*((above, name) for above, name in self._path if above < level), (level, named)]

    def add(self, text: str, page: int | None = None) -> None:
        """A paragraph of the section that is open."""
        self._paragraphs += [Paragraph(part, page) for part in parted(text.strip())]

    def sections(self) -> tuple[Section, ...]:
        """All that was gathered; headings with nothing under them are left out."""
        self._close()
        return tuple(self._sections)

    def _close(self) -> None:
        if self._paragraphs:
            self._sections.append(Section(tuple(name for _, name in self._path), tuple(self._paragraphs)))
            self._paragraphs = []


def unwrapped(text: str) -> str:
    """Lines that a writer's editor broke, joined: a line goes on until one that begins an item, a quote or a row, or is
    indented as code."""
    lines: list[str] = []
    for line in text.split("\n"):
        begins = not lines or not line.strip() or not lines[-1].strip() or _BEGINS.match(line) is not None
        if begins or lines[-1].endswith(("  ", "\\")):  # a line end that is meant
            lines.append(line)
        else:
            lines[-1] = f"{lines[-1]} {line.strip()}"
    return "\n".join(lines)
