"""Markdown conversations: speakers in headings, in bold or in list items; `# title`; date headings.

A date heading starts a session. A file uses one style of speakers. The others' marks inside it are part of the
messages, as is all fenced code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.errors import TranscriptError
from graphmem.language.transcripts.draft import Found
from graphmem.language.transcripts.fences import fenced_lines
from graphmem.language.transcripts.labels import speakers_among, split_stamp
from graphmem.language.transcripts.messages import usable_name
from graphmem.language.transcripts.plain import Opening, open_turn, openings
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.transcripts.scribe import Scribe

_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<label>.*?)\s*#*")
_BOLD = re.compile(
    r"(?:[-*+]\s+|>\s?)?(?P<before>\[[^\]]{4,40}\]\s*)?(?P<b>\*\*|__)(?P<label>[^*\n]{1,80}?)\s?"
    r"(?::(?P=b)|(?P=b)(?P<after>\s*[\[(][^\[\]()]{4,40}[\])])?\s?:)(?:\s(?P<text>.*)|$)"
)
_BOLD_ALONE = re.compile(r"(?P<b>\*\*|__)(?P<label>[^*\n]{1,80}?):?(?P=b)\s*")
_ITEM = re.compile(
    r"[-*+]\s+(?P<label>(?:\[[^\]]{4,40}\]\s*)?[^\W\d_][^:\[\]()]{0,60}?(?:\s?[\[(][^\[\]()]{4,40}[\])])?)\s?:"
    r"(?:\s(?P<text>.*)|$)"
)
_SESSION_WORD = re.compile(r"(?:session|oturum|day|gün|part|bölüm)\b", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*")


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    label: str
    stamp: str | None

    @property
    def is_session(self) -> bool:
        return self.stamp is not None or _SESSION_WORD.match(self.label) is not None


@dataclass(frozen=True, slots=True)
class _Page:
    rows: Sequence[str]
    fenced: frozenset[int]
    headings: Mapping[int, _Heading]


def is_markdown(text: str) -> bool:
    """Whether a text without a known extension is a Markdown conversation: bold speakers or role headings."""
    rows = text.split("\n")
    headings = (match["label"] for row in rows if (match := _HEADING.fullmatch(row)))
    return any(map(_bold, rows)) or any(is_role_name(split_stamp(label)[0]) for label in headings)


def read_markdown(source: str, text: str) -> Found:
    """Return the conversation in a Markdown text; TranscriptError if it has no speaker."""
    rows = text.split("\n")
    fenced = fenced_lines(rows)
    page = _Page(rows, fenced, _headings(rows, fenced))
    opened = _openings(page)
    if not any(opening.speaker for opening in opened.values()):
        line = next(number for number, row in enumerate(rows, start=1) if row.strip())
        remedy = "Write speakers as '**Ayşe:** text', '## Ayşe' or '- Ayşe: text'."
        raise TranscriptError("no speaker in this Markdown", source=source, line=line, remedy=remedy)
    scribe = Scribe(source, (opening.stamp for opening in opened.values() if opening.stamp))
    indent = 0
    for index in range(_front_matter(rows, scribe), len(rows)):
        if opening := opened.get(index):
            open_turn(scribe, index + 1, opening)
            indent = opening.indent
        else:
            _continue(scribe, page, index, indent)
    return scribe.found()


def _continue(scribe: Scribe, page: _Page, index: int, indent: int) -> None:
    row, heading = page.rows[index], page.headings.get(index)
    starts_file = scribe.is_idle and scribe.draft.title is None
    if heading and heading.level == 1 and starts_file and heading.label:
        scribe.draft.title = heading.label
        if heading.stamp:
            scribe.session(index + 1, None, heading.stamp)
    elif heading and heading.is_session:
        scribe.session(index + 1, heading.label, heading.stamp)
    elif heading and scribe.is_idle:
        return  # a heading above the first message, which says nothing about a turn
    elif index in page.fenced or not _parts_turns(page, index):
        scribe.more(index + 1, _outdented(row, indent))


def _headings(rows: Sequence[str], fenced: frozenset[int]) -> dict[int, _Heading]:
    matches = ((index, _HEADING.fullmatch(row)) for index, row in enumerate(rows) if row.startswith("#"))
    return {
        index: _Heading(len(match["marks"]), *split_stamp(match["label"]))
        for index, match in matches
        if match and index not in fenced
    }


def _openings(page: _Page) -> Mapping[int, Opening]:
    """Return the openings of the file's style: the one with role names, else the most frequent one."""
    in_headings = _heading_openings(page.headings)
    in_bold = _line_openings(page, _bold)
    in_items = _line_openings(page, _item)
    in_text = openings(page.rows, page.fenced)
    for found in (in_headings, in_bold, in_items, in_text):
        if any(opening.speaker and is_role_name(opening.speaker) for opening in found.values()):
            return found
    return max(in_bold, in_headings, in_items, in_text, key=len)


def _heading_openings(headings: Mapping[int, _Heading]) -> dict[int, Opening]:
    """Return the headings that name a speaker.

    All stand on one level, so that headings inside messages stay text.
    """
    candidates = {index: h for index, h in headings.items() if h.label and not _SESSION_WORD.match(h.label)}
    speakers = speakers_among(heading.label for heading in candidates.values())
    named = {index: heading for index, heading in candidates.items() if heading.label in speakers}
    levels = Counter(heading.level for heading in named.values())
    if levels[1] == 1:  # the file's title
        named = {index: heading for index, heading in named.items() if heading.level > 1}
        del levels[1]
    role_level = next((heading.level for heading in named.values() if is_role_name(heading.label)), None)
    level = role_level or max(sorted(levels), key=levels.__getitem__, default=0)
    return {index: Opening(h.stamp, h.label, "") for index, h in named.items() if h.level == level}


def _line_openings(page: _Page, style: Callable[[str], Opening | None]) -> dict[int, Opening]:
    found = {i: opening for i, row in enumerate(page.rows) if i not in page.fenced and (opening := style(row))}
    speakers = speakers_among(opening.speaker for opening in found.values() if opening.speaker)
    return {index: opening for index, opening in found.items() if opening.speaker in speakers}


def _bold(row: str) -> Opening | None:
    if "**" not in row and "__" not in row:
        return None
    if match := _BOLD.fullmatch(row):
        speaker, stamp = split_stamp(f"{match['before'] or ''}{match['label']}{match['after'] or ''}")
        return Opening(stamp, speaker, match["text"] or "", 2 if row[0] in "-+" else 0) if speaker else None
    alone = _BOLD_ALONE.fullmatch(row)
    return Opening(None, alone["label"], "") if alone and is_role_name(alone["label"]) else None


def _item(row: str) -> Opening | None:
    match = _ITEM.fullmatch(row)
    if match is None:
        return None
    speaker, stamp = split_stamp(match["label"])
    return Opening(stamp, speaker, match["text"] or "", match.start("label")) if speaker else None


def _outdented(row: str, indent: int) -> str:
    """Return a continuation line without the indentation of its list item."""
    return row[indent:] if indent and not row[:indent].strip() else row


def _parts_turns(page: _Page, index: int) -> bool:
    """Whether a line is a horizontal rule between messages: the next mark or the end follows."""
    if not _RULE.fullmatch(page.rows[index]):
        return False
    following = next((at for at in range(index + 1, len(page.rows)) if page.rows[at].strip()), None)
    return following is None or following in page.headings or _bold(page.rows[following]) is not None


def _front_matter(rows: Sequence[str], scribe: Scribe) -> int:
    """Return the index of the first line after a YAML head, of which title, id and wing are read."""
    head = [row.strip() for row in rows[1:60]]
    if rows[0].strip() != "---" or "---" not in head:
        return 0
    end = head.index("---")
    fields = {name: usable_name(value.strip(" \"'")) for name, _, value in (row.partition(":") for row in head[:end])}
    draft = scribe.draft
    draft.title, draft.id, draft.wing = fields.get("title"), fields.get("id"), fields.get("wing")
    return end + 2
