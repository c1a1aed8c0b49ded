"""Conversations: the output of transcript readers and the input of mining. Texts are verbatim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Role(StrEnum):
    """The role of a speaker, seen from the memory's owner.

    A named person is `USER`; unknown roles are `OTHER`. `TOOL` is a program's output, `DOCUMENT` a paragraph of a
    document, `FEED` an entry of a feed.
    """

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"
    DOCUMENT = "document"
    FEED = "feed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message. `said_at` is UTC (ValueError otherwise), None if the source has no time.

    `source_id` is the message's id in its source, for example LoCoMo's "D1:3"; `tags` are the source's other data of
    it, for example its page.
    """

    text: str
    speaker: str
    role: Role
    said_at: datetime | None = None
    source_id: str | None = None
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require_utc("said_at", self.said_at)


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a conversation; it becomes a room.

    `title` stays the same when the file grows. `key` names it within its conversation if its place does not: a section
    of a document.
    """

    title: str
    started_at: datetime | None
    turns: tuple[Turn, ...]
    key: str | None = None

    def __post_init__(self) -> None:
        require_utc("started_at", self.started_at)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Sessions in the order they were held.

    `key` names the conversation across re-reads: the source's own id, else a slug of the file's stem and a digest of
    the first turn. A file that grew at its end keeps its key; two files of the same name have different ones. `wing` is
    the person, project or topic that the source files it under, None if it names none.
    """

    key: str
    title: str
    wing: str | None
    sessions: tuple[Session, ...]

    @property
    def turns(self) -> Iterator[Turn]:
        """Every turn of every session, in order."""
        return (turn for session in self.sessions for turn in session.turns)


@dataclass(frozen=True, slots=True)
class Rejected:
    """Rejected input: a whole turn, or the unreadable time of a turn that was kept without it.

    `line` counts from 1.
    """

    source: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of one source. No contents are no error: an empty file has no conversation."""

    conversations: tuple[Conversation, ...] = ()
    rejected: tuple[Rejected, ...] = ()


def require_utc(field: str, moment: datetime | None) -> None:
    """Raise ValueError if `moment` has no zone or another one than UTC."""
    if moment is not None and moment.utcoffset() != timedelta(0):
        raise ValueError(f"{field} must be a UTC-aware datetime, got {moment.isoformat()}")
