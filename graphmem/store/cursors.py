"""Cursors of time-ordered lists: the position where the previous page ended."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime

from graphmem.errors import InvalidInputError


def cursor_of(moment: datetime, id_: str) -> str:
    """The cursor of one item of a list."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()}|{id_}".encode()).decode()


def position_of(cursor: str | None) -> tuple[datetime | None, str | None]:
    """The moment and id of a cursor; (None, None) for the beginning. Raises InvalidInputError."""
    if cursor is None:
        return None, None
    try:
        at, id_ = base64.urlsafe_b64decode(cursor.encode()).decode().split("|", 1)
        return datetime.fromisoformat(at), id_
    except (ValueError, binascii.Error) as error:
        raise no_cursor(cursor) from error


def no_cursor(given: str | None) -> InvalidInputError:
    """The error for an invalid cursor."""
    remedy = "Pass the endCursor of the page before."
    return InvalidInputError(f"{(given or '')[:80]!r} is no cursor.", field="after", remedy=remedy)
