"""Converts turns that have their places into messages of the write path."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from graphmem.services.ingestion.draft import Message, verbatim
from graphmem.services.ingestion.palace_layout import PlacedTurn, with_language


def messages_of(
    turns: Sequence[PlacedTurn], session: str | None = None, *, now: datetime | None = None
) -> list[Message]:
    """Convert placed turns into messages of the write path.

    A turn without a time was said when its room began, or `now`, plus a microsecond per turn, so that turns keep their
    order in time."""
    now = now or datetime.now(UTC)
    return [
        Message(
            id=placed.id,
            text=placed.plain,
            speaker=placed.turn.speaker,
            role=placed.turn.role,
            said_at=placed.turn.said_at or (placed.room.started_at or now) + timedelta(microseconds=placed.place),
            language=language,
            session=session or placed.room.id,
            dated=placed.turn.said_at is not None or placed.room.started_at is not None,
            verbatim=verbatim(placed.turn.text, placed.plain),
            project=placed.room.project,
        )
        for placed, language in with_language(turns)
    ]
