"""What was told at work on a project, as it stands in a standing context: in the order of its days, in short lines.

A heading says whose words they are and in which wing, one for each day on which something was said the room, so that a
line is hardly longer than what was said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from graphmem.language.transcripts.roles import is_role_name
from graphmem.model.memory import DataSource, Memory
from graphmem.services.privacy import covered
from graphmem.services.retrieval.sanitising import inert

Group = tuple[date, str]
"""A day and the room ("": none)."""


@dataclass(slots=True)
class ProjectNotes:
    """Lines that are added one by one; `project` None takes none. `said` tells by its id when a memory was said; one
    that is not there stands under the day from which it holds."""

    project: str | None
    said: Mapping[str, datetime]
    _wing: str = ""
    _groups: dict[Group, list[str]] = field(default_factory=dict)

    def concern(self, memory: Memory) -> bool:
        """Whether a memory was told at work on the project."""
        return self.project is not None and memory.project == self.project

    def added(self, memory: Memory, sources: Sequence[str], record: str = "") -> str:
        """What a memory would add to the text: its line, and the headings that it opens."""
        heading = "" if self._groups else f"{self._heading(_wing(sources))}\n"
        group = self._group(memory, sources)
        opens = "" if group in self._groups else f"{_title(group)}\n"
        return f"{heading}{opens}{_line(memory, sources, group[0])}{record}\n"

    def add(self, memory: Memory, sources: Sequence[str], record: str = "") -> None:
        """Take it."""
        self._wing = self._wing or _wing(sources)
        group = self._group(memory, sources)
        self._groups.setdefault(group, []).append(_line(memory, sources, group[0]) + record)

    def copy(self) -> ProjectNotes:
        """The same, that goes its own way."""
        return replace(self, _groups={group: [*lines] for group, lines in self._groups.items()})

    @property
    def lines(self) -> list[str]:
        """All of it, with its headings; nothing without any."""
        if not self._groups:
            return []
        days = [[_title(group), *self._groups[group]] for group in sorted(self._groups)]
        return [self._heading(self._wing), *(line for day in days for line in day)]

    def _heading(self, wing: str) -> str:
        where = f", {wing}" if wing else ""
        return f"At work on {inert(self.project or '')}{where}, in the user's words where nobody else is named:"

    def _group(self, memory: Memory, sources: Sequence[str]) -> Group:
        room = inert(sources[0]).rpartition("/")[0] if sources else ""
        wing = self._wing or _wing(sources)
        return self.said.get(memory.id, memory.valid_from).date(), room.removeprefix(f"{wing}/")


def _title(group: Group) -> str:
    day, room = group
    return f"{day:%Y-%m-%d}{f' {room}' if room else ''}"


def _wing(sources: Sequence[str]) -> str:
    return inert(sources[0]).partition("/")[0] if sources else ""


def _line(memory: Memory, sources: Sequence[str], day: date) -> str:
    """Word for word; who has no name is told by the heading, anybody else by the text or behind it."""
    text, told = memory.text, []
    if memory.data_source is DataSource.USER:
        speaker, colon, said = text.partition(": ")
        is_told = colon and is_role_name(memory.speaker) and speaker.casefold() == memory.speaker.casefold()
        text = said if is_told else text
    else:  # what an agent recorded has no speaker, and is nobody's words but the agent's
        told.append(f"by {inert(memory.speaker) or 'an agent'}")
    if memory.valid_from.date() != day:
        told.append(f"since {memory.valid_from:%Y-%m-%d}")
    if memory.valid_until:
        told.append(f"until {memory.valid_until:%Y-%m-%d}")
    place = inert(sources[0]).rpartition("/")[2] if sources else ""
    about, cited = f" ({', '.join(told)})" if told else "", f" [{place}]" if place else ""
    return f"- {inert(covered(text))}{about}{cited}"
