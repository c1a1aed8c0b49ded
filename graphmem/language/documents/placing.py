"""A document as something to file: its sections are rooms, its paragraphs what stands in their drawers."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.model.document import Document, DocumentFormat, Section
from graphmem.model.ids import slug
from graphmem.model.transcript import Conversation, Role, Session, Turn

PAGE_TAG = "@d page-"
"""The tag of a drawer that stands on a page."""

_BETWEEN = " › "


def conversation_of(document: Document, *, key: str, name: str, wing: str | None = None) -> Conversation:
    """The document under its `key`, which stays the same when it changes; `name` is what its paragraphs are cited by.

    What stands under a heading keeps its place when another heading comes before it.
    """
    title = document.title or name
    if document.format is DocumentFormat.FEED:
        return Conversation(key, title, wing or title, _days(document, title))
    seen: dict[str, int] = {}
    rooms: list[Session] = []
    for section in document.sections:
        place = _place(section)
        seen[place] = seen.get(place, 0) + 1
        own = place if seen[place] == 1 else f"{place} {seen[place]}"
        turns = tuple(
            Turn(
                paragraph.text,
                name,
                Role.DOCUMENT,
                source_id=own or None,
                tags=() if paragraph.page is None else (f"{PAGE_TAG}{paragraph.page}",),
            )
            for paragraph in section.paragraphs
        )
        rooms.append(Session(_BETWEEN.join(section.path) or title, None, turns, key=f"§{own}"))
    return Conversation(key, title, wing or title, tuple(rooms))


def _place(section: Section) -> str:
    return "/".join(slug(heading) for heading in section.path)


def _days(document: Document, title: str) -> tuple[Session, ...]:
    """A room for each day of a feed, in the order of the file."""
    days: dict[datetime | None, list[Turn]] = {}
    for entry in document.entries:
        day = None if entry.at is None else datetime(entry.at.year, entry.at.month, entry.at.day, tzinfo=UTC)
        turn = Turn(entry.text, entry.source, Role.FEED, entry.at, entry.id)
        days.setdefault(day, []).append(turn)
    return tuple(
        Session(title if day is None else f"{title} {day:%Y-%m-%d}", day, tuple(turns)) for day, turns in days.items()
    )
