"""Paragraphs under headings, collected while a document is read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphmem.language.text_parts import split_text
from graphmem.model.document import Paragraph, Section

LONGEST_HEADING = 200

_BEGINS = re.compile(r"\s*(?:[-*+•–]\s|\d{1,3}[.)]\s|[>|#]|```|~~~|\[.?\]\s)")


@dataclass
class Outline:
    """The sections of a document while it is read."""

    _path: list[tuple[int, str]] = field(default_factory=list)
    _paragraphs: list[Paragraph] = field(default_factory=list)
    _sections: list[Section] = field(default_factory=list)

    def heading(self, level: int, text: str) -> None:
        """Begin a section; a deeper level lies within the section before."""
        named = " ".join(text.split())[:LONGEST_HEADING]
        if not named:
            return
        self._close()
        self._path = [*((above, name) for above, name in self._path if above < level), (level, named)]

    def add(self, text: str, page: int | None = None) -> None:
        """Add a paragraph to the open section."""
        self._paragraphs += [Paragraph(part, page) for part in split_text(text.strip())]

    def sections(self) -> tuple[Section, ...]:
        """Return all sections; headings without paragraphs are left out."""
        self._close()
        return tuple(self._sections)

    def _close(self) -> None:
        if self._paragraphs:
            self._sections.append(Section(tuple(name for _, name in self._path), tuple(self._paragraphs)))
            self._paragraphs = []


def unwrap(text: str) -> str:
    """Join wrapped lines.

    A line that begins an item, a quote or a row, or is indented as code, starts anew.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        begins = not lines or not line.strip() or not lines[-1].strip() or _BEGINS.match(line) is not None
        if begins or lines[-1].endswith(("  ", "\\")):  # a deliberate line break
            lines.append(line)
        else:
            lines[-1] = f"{lines[-1]} {line.strip()}"
    return "\n".join(lines)
