"""Plain text: "Speaker: text", "[2026-05-08 13:56] Speaker: text", WhatsApp's exports.

Other lines continue a turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import TranscriptError
from graphmem.language.transcripts.draft import Found
from graphmem.language.transcripts.fences import fenced_lines
from graphmem.language.transcripts.labels import is_stamp, speakers_among, split_stamp
from graphmem.language.transcripts.notices import NOTICE, is_notice
from graphmem.language.transcripts.scribe import Scribe
from graphmem.language.transcripts.times import CLOCK

_DIRECTION = "\u200e\u200f\u202a\u202c"
_STAMPED = re.compile(
    rf"(?:\[(?P<boxed>[^\]]{{4,40}})\]\s?"
    rf"|(?P<bare>\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}(?:,?\s|T){CLOCK}(?:Z|[+-]\d\d:?\d\d)?)(?:\s[-–]\s|\s))(?P<rest>.*)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?P<label>[^:\s][^:]{0,79}?)\s?:(?:\s(?P<text>.*)|$)")
_LABELLED = re.compile(
    r"(?P<label>[^\W\d_][^:\[\]()]{0,60}?(?:\s?[\[(][^\[\]()]{1,40}[\])])?)\s?:(?:[ \t](?P<text>.*)|$)"
)
_RULED = re.compile(r"[-=*_#\s]*(?P<date>[^-=*_#\s].{4,28}?)[-=*_\s]*")


@dataclass(frozen=True, slots=True)
class Opening:
    """A line that opens a turn. `speaker` is None for a notice without one ("Ayşe joined the group").

    `indent` is how far the lines that continue it are moved in by the format itself.
    """

    stamp: str | None
    speaker: str | None
    text: str
    indent: int = 0


def read_plain(source: str, text: str) -> Found:
    """Return the conversation in a plain text; TranscriptError if it has no speaker."""
    rows = text.split("\n")
    fenced = fenced_lines(rows)
    opened = openings(rows, fenced)
    if not any(opening.speaker for opening in opened.values()):
        line = next(number for number, row in enumerate(rows, start=1) if row.strip())
        remedy = "Begin each message with its speaker, for example 'Ayşe: merhaba'."
        raise TranscriptError("no line begins with a speaker and a colon", source=source, line=line, remedy=remedy)
    scribe = Scribe(source, (opening.stamp for opening in opened.values() if opening.stamp))
    for index, row in enumerate(rows):
        if opening := opened.get(index):
            open_turn(scribe, index + 1, opening)
        elif index not in fenced and (date := _date_line(rows, index)):
            scribe.session(index + 1, None, date)
        else:
            scribe.more(index + 1, row)
    return scribe.found()


def openings(rows: Sequence[str], fenced: frozenset[int]) -> dict[int, Opening]:
    """Return the lines that open a turn, by index.

    If most openings carry a time, a line without one continues the message above it.
    """
    stamped = {index: opening for index, row in enumerate(rows) if (opening := _stamped(row))}
    labelled = {
        index: opening
        for index, row in enumerate(rows)
        if index not in stamped and index not in fenced and (opening := _labelled(row))
    }
    speakers = speakers_among(opening.speaker for opening in labelled.values() if opening.speaker)
    spoken = {index: opening for index, opening in labelled.items() if opening.speaker in speakers}
    if not any(opening.speaker for opening in stamped.values()):
        return spoken
    return stamped if len(stamped) >= len(spoken) else stamped | spoken


def open_turn(scribe: Scribe, line: int, opening: Opening) -> None:
    """Begin the turn of an opening, or record that it names nobody."""
    if opening.speaker is None:
        scribe.refuse(line, NOTICE if is_notice(opening.text) else f"no speaker: {opening.text!r:.80}")
    else:
        scribe.speak(line, opening.speaker, opening.stamp, opening.text)


def _stamped(row: str) -> Opening | None:
    match = _STAMPED.fullmatch(row.lstrip(_DIRECTION))
    if match is None:
        return None
    stamp = (match["boxed"] or match["bare"]).strip()
    if match["boxed"] and not is_stamp(stamp):
        return None
    rest = match["rest"].lstrip(_DIRECTION)
    named = _NAMED.fullmatch(rest)
    if named is None:
        return Opening(stamp, None, rest)
    return Opening(stamp, named["label"].strip(), named["text"] or "")


def _labelled(row: str) -> Opening | None:
    match = _LABELLED.fullmatch(row)
    if match is None:
        return None
    speaker, stamp = split_stamp(match["label"])
    return Opening(stamp, speaker, match["text"] or "") if speaker else None


def _date_line(rows: Sequence[str], index: int) -> str | None:
    """Return the date of a line that is only a date and stands apart from the text above it."""
    row = rows[index]
    if len(row) > 60 or not any(char.isdigit() for char in row) or (index and rows[index - 1].strip()):
        return None
    match = _RULED.fullmatch(row)
    return match["date"] if match and ":" not in row and is_stamp(match["date"]) else None
