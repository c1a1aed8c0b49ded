"""Reads conversations that a program submits as values, by the rules for conversation files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.errors import InvalidInputError
from graphmem.language.transcripts.draft import Draft, Found, Slice, conclude
from graphmem.language.transcripts.messages import MAX_NAME, read_turns, usable_name
from graphmem.language.transcripts.times import parse_time
from graphmem.model.ids import slug
from graphmem.model.transcript import Conversation

MAX_TURNS = 2_000
"""Most turns in one submission; `mine_file` takes more."""


@dataclass(frozen=True, slots=True)
class RejectedTurn:
    """A rejected turn, or the unreadable time of a turn kept without it; `index` counts from 0."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Submission:
    """The conversation, None if all its turns were rejected, and the rejected turns."""

    conversation: Conversation | None
    rejected: tuple[RejectedTurn, ...]


def read_submission(
    *,
    title: str,
    turns: Sequence[Mapping[str, object]],
    key: str | None = None,
    wing: str | None = None,
    started_at: str | None = None,
) -> Submission:
    """Read a conversation from mappings with `text`, `speaker` or `role`, optionally `time` and `id`.

    A silence of more than six hours starts a new session. `started_at` is when the first turn's session began; later
    calls with the same `key` and `started_at` continue in the same room. Raises InvalidInputError.
    """
    if len(turns) > MAX_TURNS:
        raise InvalidInputError(
            f"{len(turns):,} turns are more than {MAX_TURNS:,} in one call.",
            field="input.turns",
            remedy="Send them in several calls with the same id and startedAt; what is filed already is skipped.",
        )
    name = _name("title", title)
    rejected: list[RejectedTurn] = []
    read = read_turns(turns, lambda path, reason: rejected.append(RejectedTurn(int(path[0]), reason)))
    began = _started(started_at)
    draft = Draft(_optional("id", key), name, _optional("wing", wing), [Slice(None, began, read)])
    found = conclude(slug(name, fallback="conversation"), Found([draft])).conversations
    conversation = _continued(found[0], began) if found else None
    return Submission(conversation, tuple(rejected))


def _continued(conversation: Conversation, began: datetime | None) -> Conversation:
    """Let the first session begin when the caller says, not at the first turn of this call."""
    if began is None:
        return conversation
    first, *others = conversation.sessions
    first = replace(first, started_at=began, title=f"{conversation.title}, {began:%Y-%m-%d %H:%M}")
    return replace(conversation, sessions=(first, *others))


def _started(text: str | None) -> datetime | None:
    if text is None or not text.strip():
        return None
    try:
        return parse_time(text)
    except ValueError as error:
        raise InvalidInputError(
            f"startedAt: {error}.", field="input.startedAt", remedy="Write it like 2026-05-08T13:56:00Z."
        ) from error


def _optional(field: str, value: str | None) -> str | None:
    return None if value is None else _name(field, value)


def _name(field: str, value: str) -> str:
    name = usable_name(value)
    if name is None:
        raise InvalidInputError(
            f"{field} has {len(value):,} characters, or none that can be stored.",
            field=f"input.{field}",
            remedy=f"Take 1 to {MAX_NAME} characters of text.",
        )
    return name
