"""When the paragraphs of a document that is mined again were said: after those that it had before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.services.ingestion.palace_layout import PlacedTurn
from graphmem.store import sessions

LOOKED_AT = 64
"""Paragraphs filed last whose times are looked at."""


def after_earlier(new: Sequence[PlacedTurn], earlier: Sequence[sessions.Message]) -> list[PlacedTurn]:
    """The new paragraphs with times behind those of the earlier ones of their day.

    All of a document is of its day, and what takes the place of something must come after it: of two statements of one
    instant the newer would be a correction, after which the older is never remembered again. Where what was filed
    before has no time, since its release read none, the new has none either and is said now.
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
