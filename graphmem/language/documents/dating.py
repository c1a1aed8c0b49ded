"""When a document was written, as it says itself: by a heading, a field, a line or its name.

What is told in it was told then: "he is leaving in May" of a note of March 2025 is of that year, however late the
note is mined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import PurePath

from graphmem.language.transcripts.times import parse_time
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.document import Document, Section

LOOKED_AT = 12
"""Lines at the beginning of a document among which one may tell its date."""

LONGEST = 40
"""Characters of a heading or value that is a date."""

_YEAR = re.compile(r"(?:19|20)\d\d|\d[./-]\d\d?[./-]\d\d\b")
_NUMBER = re.compile(r"[\d.]+")
_IN_NAME = re.compile(
    r"(?<!\d)(?:(?P<year>(?:19|20)\d\d)(?P<mark>[-_. ]?)(?P<month>\d\d)(?P=mark)(?P<day>\d\d)"
    r"|(?P<first>\d\d?)(?P<dot>[-_.])(?P<second>\d\d?)(?P=dot)(?P<last>(?:19|20)\d\d))(?!\d)"
)
_LINE = re.compile(
    r"^[ \t]*(?:[-*+] )?[*_]{0,2}(?P<label>[^\W\d_][^:\n]{0,30}?)[*_]{0,2}\s?:[*_]{0,2}[ \t]*(?P<value>.+)$"
)


def date_of(text: str) -> datetime | None:
    """The day that a text names and nothing else ("17 Haziran 2025 Salı", "2025-06-17"), None for what is more or has
    no year."""
    bare = text.strip().strip("\"'")
    if not 0 < len(bare) <= LONGEST or not _YEAR.search(bare) or _is_plain_number(bare):
        return None
    try:
        return parse_time(bare)
    except ValueError:
        return None


def date_labelled(rows: str) -> datetime | None:
    """The date that one of the lines gives under a name of such dates ("Tarih: 14.10.2025", "created: 2024-03-02");
    of several that under the surest."""
    told: dict[str, datetime] = {}
    for row in rows.split("\n"):
        found = _LINE.match(row)
        if found is None:
            continue
        label = " ".join(fold(found["label"]).replace("_", " ").replace("-", " ").split())
        if label in lines("document_dates") and (date := date_of(found["value"])):
            told.setdefault(label, date)
    return next((told[label] for label in lines("document_dates") if label in told), None)


def date_in_name(name: str) -> datetime | None:
    """The day in a file's name: "minutes_2025-09-10.txt", "20240310 notlar.md", "toplantı 14.10.2025.pdf"."""
    for found in _IN_NAME.finditer(PurePath(name).name):
        if found["year"]:
            year, month, day = found["year"], found["month"], found["day"]
        else:
            year, month, day = found["last"], found["second"], found["first"]
        try:
            return datetime(int(year), int(month), int(day), tzinfo=UTC)
        except ValueError:
            continue
    return None


def dates_of(document: Document, name: str, modified: datetime | None, now: datetime) -> Iterator[datetime | None]:
    """When each section was written: its own heading first, then the document's field, line or name, then when the file
    was `modified`. What lies ahead of `now` is a plan's day and nobody's date of writing."""
    latest = now + timedelta(days=1)

    def passed(moment: datetime | None) -> datetime | None:
        return moment if moment is not None and moment <= latest else None

    whole = passed(document.dated) or passed(_beginning(document)) or passed(date_in_name(name)) or passed(modified)
    for section in document.sections:
        yield passed(_heading(section)) or whole


def _heading(section: Section) -> datetime | None:
    return next((date for heading in reversed(section.path) if (date := date_of(heading))), None)


def _beginning(document: Document) -> datetime | None:
    texts = [paragraph.text for section in document.sections[:2] for paragraph in section.paragraphs[:LOOKED_AT]]
    return date_labelled("\n".join("\n".join(texts).split("\n")[:LOOKED_AT]))


def _is_plain_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and text.count(".") != 2
