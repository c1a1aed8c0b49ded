"""Times the new paragraphs of a document mined again: after those that it had before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.services.ingestion.palace_layout import PlacedTurn
from graphmem.store import sessions

LOOKED_AT = 64
"""Last filed paragraphs whose times are read."""


def after_earlier(new: Sequence[PlacedTurn], earlier: Sequence[sessions.Message]) -> list[PlacedTurn]:
    """Move the times of new paragraphs behind those of earlier ones of the same day.

    All paragraphs of a document have its date, and a replacement must come later: at the same instant it would be a
    correction, and the older statement would never be remembered again. If earlier paragraphs have no time, since an
    old release read none, the new ones get none either and count as said now.
    """
    if any(one.said_at is None for one in earlier):
        rooms = {turn.room.id: replace(turn.room, started_at=None) for turn in new}
        return [replace(one, room=rooms[one.room.id], turn=replace(one.turn, said_at=None)) for one in new]
    latest: dict[object, datetime] = {}
    for message in earlier:
        assert message.said_at is not None
        day = message.said_at.date()
        latest[day] = max(message.said_at, latest.get(day, message.said_at))
    placed = []
    for one in new:
        said_at = one.turn.said_at
        if said_at is not None and (last := latest.get(said_at.date())) is not None and said_at <= last:
            said_at = latest[said_at.date()] = last + timedelta(microseconds=1)
            one = replace(one, turn=replace(one.turn, said_at=said_at))
        placed.append(one)
    return placed
