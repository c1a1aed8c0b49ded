"""MemPalace's export: a folder a wing, a file a room, a heading with quote and table a drawer.

# wing / room
## drawer id
> its text, word for word
| Source | notes.md |
| Filed | 2026-04-01T10:00:00 |
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import PurePath

from graphmem.language.transcripts.messages import text_problem, usable_name
from graphmem.language.transcripts.times import parse_time
from graphmem.model.transcript import Conversation, Role, Session, Turn

_TITLE = re.compile(r"^# (?P<wing>.+?) / (?P<room>.+)$", re.MULTILINE)
_DRAWER = re.compile(r"^## (?P<id>\S.*)\n\n(?P<text>>.*(?:\n>.*)*)(?P<fields>(?:\n(?:\|.*)?)*)", re.MULTILINE)
_FIELD = re.compile(r"^\| (Source|Filed|Added by) \| (.*?) \|$", re.MULTILINE)


def read_room(text: str) -> tuple[Conversation | None, list[str]]:
    """Return the drawers of a room's file, and why some are rejected; None for files like an index."""
    title = _TITLE.search(text)
    if title is None:
        return None, []
    wing, room = usable_name(title["wing"].strip()), usable_name(title["room"].strip())
    turns: list[Turn] = []
    refused: list[str] = []
    for found in _DRAWER.finditer(text):
        said = "\n".join(line[1:].removeprefix(" ") for line in found["text"].split("\n")).strip()
        if problem := text_problem(said):
            refused.append(f"{found['id'][:60]}: {problem}")
            continue
        fields = dict(_FIELD.findall(found["fields"]))
        source = PurePath(fields.get("Source", "")).name
        speaker = usable_name(source if source not in ("", "unknown") else fields.get("Added by", "")) or "mempalace"
        turns.append(Turn(said, speaker, Role.DOCUMENT, _time(fields.get("Filed", "")), found["id"].strip()[:200]))
    if not turns or wing is None or room is None:
        return None, refused
    session = Session(room, next((turn.said_at for turn in turns if turn.said_at), None), tuple(turns), key=room)
    return Conversation(f"mempalace {wing}/{room}", room, wing, (session,)), refused


def _time(text: str) -> datetime | None:
    try:
        return parse_time(text)
    except ValueError:
        return None
