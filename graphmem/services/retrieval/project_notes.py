"""Formats the memories of a project for the standing context, by day, in short lines.

One heading names the user and the wing, and one a day names the room, so that a line holds little but the statement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.memory import DataSource, Memory
from graphmem.services.privacy import mask_private
from graphmem.services.retrieval.sanitising import make_inert

Group = tuple[date, str]
"""The day and the room ("" for none)."""


@dataclass(slots=True)
class ProjectNotes:
    """Collects lines; without a `project` it takes none.
    `said` maps a memory's id to when it was said; others stand under the day from which they are valid."""

    project: str | None
    said: Mapping[str, datetime]
    _wing: str = ""
    _groups: dict[Group, list[str]] = field(default_factory=dict)

    def concern(self, memory: Memory) -> bool:
        """Whether a memory belongs to the project."""
        return self.project is not None and memory.project == self.project

    def added(self, memory: Memory, sources: Sequence[str], record: str = "") -> str:
        """The text that a memory would add: its line, and the headings that it opens."""
        heading = "" if self._groups else f"{self._heading(_wing(sources))}\n"
        group = self._group(memory, sources)
        opens = "" if group in self._groups else f"{_title(group)}\n"
        return f"{heading}{opens}{_line(memory, sources, group[0])}{record}\n"

    def add(self, memory: Memory, sources: Sequence[str], record: str = "") -> None:
        """Add a memory's line, with `record` at its end."""
        self._wing = self._wing or _wing(sources)
        group = self._group(memory, sources)
        self._groups.setdefault(group, []).append(_line(memory, sources, group[0]) + record)

    def copy(self) -> ProjectNotes:
        """A copy that later additions do not share."""
        return replace(self, _groups={group: [*lines] for group, lines in self._groups.items()})

    @property
    def lines(self) -> list[str]:
        """All lines with their headings, by day; empty if none was added."""
        if not self._groups:
            return []
        days = [[_title(group), *self._groups[group]] for group in sorted(self._groups)]
        return [self._heading(self._wing), *(line for day in days for line in day)]

    def _heading(self, wing: str) -> str:
        where = f", {wing}" if wing else ""
        return f"At work on {make_inert(self.project or '')}{where}, in the user's words where nobody else is named:"

    def _group(self, memory: Memory, sources: Sequence[str]) -> Group:
        room = make_inert(sources[0]).rpartition("/")[0] if sources else ""
        wing = self._wing or _wing(sources)
        return self.said.get(memory.id, memory.valid_from).date(), room.removeprefix(f"{wing}/")


def _title(group: Group) -> str:
    day, room = group
    return f"{day:%Y-%m-%d}{f' {room}' if room else ''}"


def _wing(sources: Sequence[str]) -> str:
    return make_inert(sources[0]).partition("/")[0] if sources else ""


def _line(memory: Memory, sources: Sequence[str], day: date) -> str:
    """The verbatim line; the heading names a user without a name, text or remark any other speaker."""
    text, told = memory.text, []
    if memory.data_source is DataSource.USER:
        speaker, colon, said = text.partition(": ")
        is_told = colon and is_role_name(memory.speaker) and speaker.casefold() == memory.speaker.casefold()
        text = said if is_told else text
    else:  # an agent's record has no speaker: these are the agent's own words
        told.append(f"by {make_inert(memory.speaker) or 'an agent'}")
    if memory.valid_from.date() != day:
        told.append(f"since {memory.valid_from:%Y-%m-%d}")
    if memory.valid_until:
        told.append(f"until {memory.valid_until:%Y-%m-%d}")
    place = make_inert(sources[0]).rpartition("/")[2] if sources else ""
    about, cited = f" ({', '.join(told)})" if told else "", f" [{place}]" if place else ""
    return f"- {make_inert(mask_private(text))}{about}{cited}"
