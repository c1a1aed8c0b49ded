"""A document as a conversation to file: sections become rooms, paragraphs become drawers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from graphmem.language.documents.dating import dates_of
from graphmem.model.document import Document, DocumentFormat, Section
from graphmem.model.ids import slug
from graphmem.model.transcript import Conversation, Role, Session, Turn

PAGE_TAG = "@d page-"
"""The tag with the page of a drawer."""

_BETWEEN = " › "


def conversation_of(
    document: Document, *, key: str, name: str, wing: str | None = None, modified: datetime | None = None
) -> Conversation:
    """Return the document as a conversation under its `key`, which is stable; citations show `name`.

    Its time is its own date, else when its file was `modified` (UTC), else now. A section keeps its place when another
    heading appears before it.
    """
    title = document.title or name
    if document.format is DocumentFormat.FEED:
        return Conversation(key, title, wing or title, _days(document, title))
    place = count()  # one microsecond a paragraph keeps their order
    seen: dict[str, int] = {}
    rooms: list[Session] = []
    dates = dates_of(document, name, modified, datetime.now(UTC))
    for section, date in zip(document.sections, dates, strict=True):
        under = _under(section)
        seen[under] = seen.get(under, 0) + 1
        own = under if seen[under] == 1 else f"{under} {seen[under]}"
        turns = tuple(
            Turn(
                paragraph.text,
                name,
                Role.DOCUMENT,
                date and date + timedelta(microseconds=next(place)),
                source_id=own or None,
                tags=() if paragraph.page is None else (f"{PAGE_TAG}{paragraph.page}",),
            )
            for paragraph in section.paragraphs
        )
        rooms.append(Session(_BETWEEN.join(section.path) or title, date, turns, key=f"§{own}"))
    return Conversation(key, title, wing or title, tuple(rooms))


def _under(section: Section) -> str:
    return "/".join(slug(heading) for heading in section.path)


def _days(document: Document, title: str) -> tuple[Session, ...]:
    """Return a room for each day of a feed, in the order of the file."""
    days: dict[datetime | None, list[Turn]] = {}
    for entry in document.entries:
        day = None if entry.at is None else datetime(entry.at.year, entry.at.month, entry.at.day, tzinfo=UTC)
        turn = Turn(entry.text, entry.source, Role.FEED, entry.at, entry.id)
        days.setdefault(day, []).append(turn)
    return tuple(
        Session(title if day is None else f"{title} {day:%Y-%m-%d}", day, tuple(turns)) for day, turns in days.items()
    )
