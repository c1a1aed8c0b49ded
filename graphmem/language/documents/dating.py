"""The date of a document by its own words: a heading, a field, a line or its name.

Its statements date from then: "he is leaving in May" in a note of March 2025 means that year, however late the note is
mined.
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
"""First lines of a document in which its date may stand."""

LONGEST = 40
"""Most characters of a heading or value that is a date."""

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
    """Return the day of a text that is only a date ("17 Haziran 2025 Salı"), else None; so without a year."""
    bare = text.strip().strip("\"'")
    if not 0 < len(bare) <= LONGEST or not _YEAR.search(bare) or _is_plain_number(bare):
        return None
    try:
        return parse_time(bare)
    except ValueError:
        return None


def date_labelled(rows: str) -> datetime | None:
    """Return the labelled date in some lines ("Tarih: 14.10.2025", "created: 2024-03-02").

    Of several dates the most reliable label wins.
    """
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
    """Return the day in a file's name: "minutes_2025-09-10.txt", "20240310 notlar.md"."""
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
    """Return each section's date: its heading's, else the document's, else when the file was `modified`.

    The document's date stands in a field, a line or its name. A day after `now` is a plan's day, never a date of
    writing.
    """
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
