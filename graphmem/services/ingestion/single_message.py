"""Checks a single message, and wraps it in the conversation and room that it belongs to."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.language.transcripts.messages import MAX_NAME, is_storable, usable_name
from graphmem.language.transcripts.times import YEARS
from graphmem.model.project import wing_of
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.services.sessions import MAX_ID

MAX_TEXT = 200_000
"""Most characters of one message; `mine` files longer texts as documents."""

AHEAD = timedelta(days=1)
"""Most time of a message ahead of our clock; a later one would outrank all statements since."""

_A_TIME = "Give a datetime with its zone, as of `datetime.now(UTC)`."

WING = "conversations"
NOTES = "notes"
NO_SESSION = "messages"

_MACHINE_ID = re.compile(
    r"[\W_]*(?<![^\W_])(?:[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|s-[0-9a-f]{16})(?![^\W_])[\W_]*", re.IGNORECASE
)
"""A UUID, with or without hyphens, or an id of our own, with the signs around it."""


def turn_of(text: str, role: Role, speaker: str | None, said_at: datetime | None) -> Turn:
    """Make the turn of a message, said now if `said_at` is None. Raises InvalidInputError for bad input."""
    if not isinstance(text, str):
        raise InvalidInputError(f"The text is a {type(text).__name__}.", field="text", remedy="Give a string.")
    if not text.strip():
        raise InvalidInputError("The text is empty.", field="text", remedy="Say something.")
    if len(text) > MAX_TEXT:
        raise InvalidInputError(
            f"The text has {len(text):,} characters.", field="text", remedy=f"Keep it under {MAX_TEXT:,}, or mine it."
        )
    if not is_storable(text):
        raise InvalidInputError(
            "The text holds a NUL or half of a surrogate pair.", field="text", remedy="Send whole characters."
        )
    if speaker and usable_name(speaker) is None:
        raise InvalidInputError(
            f"speaker has {len(speaker):,} characters, or none that can be stored.",
            field="speaker",
            remedy=f"Take 1 to {MAX_NAME} characters of text.",
        )
    require_said(said_at, "saidAt")
    moment = datetime.now(UTC) if said_at is None else said_at.astimezone(UTC)
    return Turn(text=text, speaker=speaker or role.value, role=role, said_at=moment)


def require_said(moment: datetime | None, field: str) -> None:
    """Raises InvalidInputError for a time without zone, outside YEARS, or more than AHEAD in the future."""
    require_zoned(moment, field)
    if moment is None:
        return
    if moment.year not in YEARS:
        years = f"{YEARS.start} to {YEARS.stop - 1}"
        raise InvalidInputError(
            f"{moment.isoformat()} is no year of a chat.", field=field, remedy=f"Give one of {years}."
        )
    if moment > datetime.now(UTC) + AHEAD:
        raise InvalidInputError(
            f"{moment.isoformat()} is yet to come.",
            field=field,
            remedy="Give the time at which it was said; leave it out for now. What is planned belongs in the text.",
        )


def require_zoned(moment: datetime | None, field: str) -> None:
    """Raises InvalidInputError for a value that is no datetime, or has no time zone."""
    if moment is not None and not isinstance(moment, datetime):
        raise InvalidInputError(f"{moment!r} is a {type(moment).__name__}.", field=field, remedy=_A_TIME)
    if moment is not None and moment.utcoffset() is None:
        raise InvalidInputError(f"{moment.isoformat()} has no time zone.", field=field, remedy=_A_TIME)


def conversation_of(
    turn: Turn, session: str | None, wing: str = WING, project: str | None = None, author: str | None = None
) -> Conversation:
    """The conversation of a single message: its session's, or that of its day and, in a space, `author`.
    With a `project` it lies in the project's wing. Raises NotFoundError for an impossible session id,
    InvalidInputError for a project without a name."""
    wing = wing if project is None else wing_of(project)
    if session is not None:
        if not 0 < len(session) <= MAX_ID:
            raise NotFoundError(f"No session {session[:80]!r}.", field="session", remedy="Start one with startSession.")
        title = _title(session, turn)
        return Conversation(session, title, wing, (Session(title, None, (turn,)),))
    day = (turn.said_at or datetime.now(UTC)).replace(hour=0, minute=0, second=0, microsecond=0)
    title = f"{wing} {day.date().isoformat()}"
    key = f"{NO_SESSION if author is None else of_author(author)} {title}"
    return Conversation(key, title, wing, (Session(title, day, (turn,)),))


def of_author(author: str) -> str:
    """The prefix of the keys of all conversations of an author in a space."""
    return f"by {author}"


def _title(session: str, first: Turn) -> str:
    """The title of a session; the time of its first message replaces an id that a machine drew."""
    named = _MACHINE_ID.sub(" ", session).strip()
    if named == session or first.said_at is None:
        return f"Session {session}"
    return f"Session {f'{named}, ' if named else ''}{first.said_at:%Y-%m-%d %H:%M}"
