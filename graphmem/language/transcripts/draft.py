"""Drafts of format readers, and their conversion to a Reading: sessions, titles, keys, limits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import PurePath

from slugify import slugify

from graphmem.errors import TranscriptError
from graphmem.language.turkish import fold
from graphmem.model.transcript import Conversation, Reading, Rejected, Session, Turn

MAX_TURNS = 1_000_000
"""Most turns of one source."""

SESSION_GAP = timedelta(hours=6)
"""A longer silence between two timed turns starts a new session, unless the source marks its sessions."""


WHATSAPP = "_chat"
"""The title of every chat that WhatsApp exports on iOS."""

LONGEST_OPENING = 60
"""Characters of a conversation's first words in its title."""

MOST_PEOPLE = 3
"""Most people whose names are a chat's title."""


@dataclass(slots=True)
class Slice:
    """A session that the source marks. `started_at` dates its turns without a time."""

    title: str | None = None
    started_at: datetime | None = None
    turns: list[Turn] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """One conversation as read. `own_sessions` keeps the slices instead of cutting at gaps."""

    id: str | None = None
    title: str | None = None
    wing: str | None = None
    slices: list[Slice] = field(default_factory=list)
    own_sessions: bool = False


@dataclass(slots=True)
class Found:
    """The results of a reader for one source."""

    drafts: list[Draft] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)


def conclude(source: str, found: Found) -> Reading:
    """Return the Reading of a source; empty drafts are left out. TranscriptError past the turn limit."""
    drafts = [draft for draft in found.drafts if any(piece.turns for piece in draft.slices)]
    total = sum(len(piece.turns) for draft in drafts for piece in draft.slices)
    if total > MAX_TURNS:
        raise TranscriptError(
            f"{total:,} turns are more than {MAX_TURNS:,}", source=source, remedy="Split the file by conversation."
        )
    stem = PurePath(source).stem or "conversation"
    titles = _titles(stem, drafts)
    conversations = [_conversation(stem, title, draft) for title, draft in zip(titles, drafts, strict=True)]
    return Reading(tuple(_distinct(conversations)), tuple(found.rejected))


def _titles(stem: str, drafts: list[Draft]) -> Iterator[str]:
    for draft in drafts:
        if draft.title or (len(drafts) == 1 and stem != WHATSAPP):
            yield draft.title or stem
        else:
            turns = [turn for piece in draft.slices for turn in piece.turns]
            yield _opening(turns[0].text) if len(drafts) > 1 else _people(turns) or stem


def _opening(text: str) -> str:
    """Return the first words of a conversation without a title, as chat programs do.

    A number would belong to another conversation in the next export.
    """
    words = " ".join(text.split())
    return words if len(words) <= LONGEST_OPENING else f"{words[:LONGEST_OPENING].rsplit(' ', 1)[0]} …"


def _people(turns: Iterable[Turn]) -> str:
    """Return the participants' names as the title of a wing of people."""
    names = list(dict.fromkeys(turn.speaker for turn in turns))
    return " & ".join(names) if 1 < len(names) <= MOST_PEOPLE else ""


def _conversation(stem: str, title: str, draft: Draft) -> Conversation:
    dated = [_dated(piece) for piece in draft.slices if piece.turns]
    pieces = [cut for piece in dated for cut in ([piece] if draft.own_sessions or piece.title else _cut(piece))]
    sessions = tuple(
        Session(piece.title or _session_title(title, piece), piece.started_at, tuple(piece.turns)) for piece in pieces
    )
    return Conversation(draft.id or _key(stem, sessions[0].turns[0]), title, draft.wing, sessions)


def _dated(piece: Slice) -> Slice:
    """Return the slice with every date that it implies.

    In a session the source dates, an untimed turn takes the time of the turn before it, the first one the session's.
    A session without a date takes that of its first timed turn.
    """
    start = piece.started_at
    if start is None:
        return replace(piece, started_at=_first_time(piece.turns))
    turns: list[Turn] = []
    last = start
    for turn in piece.turns:
        last = turn.said_at or last
        turns.append(turn if turn.said_at else replace(turn, said_at=last))
    return Slice(piece.title, start, turns)


def _cut(piece: Slice) -> Iterator[Slice]:
    """Yield slices cut where more than SESSION_GAP passes; untimed turns stay with the ones before."""
    current: list[Turn] = []
    last: datetime | None = None
    for turn in piece.turns:
        if turn.said_at and last and turn.said_at - last > SESSION_GAP:
            yield Slice(piece.title, _first_time(current), current)
            current = []
        last = turn.said_at or last
        current.append(turn)
    yield Slice(piece.title, _first_time(current), current)


def _session_title(title: str, piece: Slice) -> str:
    # Dated even when it is the only one: a second session appearing later must not rename the first.
    return f"{title}, {piece.started_at:%Y-%m-%d %H:%M}" if piece.started_at else title


def _first_time(turns: Iterable[Turn]) -> datetime | None:
    return next((turn.said_at for turn in turns if turn.said_at), None)


def _key(stem: str, first: Turn) -> str:
    digest = hashlib.sha256(f"{first.speaker}\0{first.text}".encode()).hexdigest()[:10]
    return f"{slugify(fold(stem)) or 'conversation'}-{digest}"


def _distinct(conversations: Iterable[Conversation]) -> Iterator[Conversation]:
    """Number the later conversations that share a key, for example chats that all begin with "hi"."""
    counts: dict[str, int] = {}
    for conversation in conversations:
        key = conversation.key
        counts[key] = counts.get(key, 0) + 1
        yield conversation if counts[key] == 1 else replace(conversation, key=f"{key}-{counts[key]}")
