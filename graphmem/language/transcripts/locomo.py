"""LoCoMo's form: {sample_id, conversation: {speaker_a, speaker_b, session_1, session_1_date_time, …}}.

A turn that shares an image is its text and the image's caption, "text [image: caption]"; texts are otherwise verbatim.
Questions, summaries and observations beside the conversation are not part of it and stay unread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from graphmem.language.transcripts.draft import Draft, Slice
from graphmem.language.transcripts.locate import Path
from graphmem.language.transcripts.messages import Message, Reject, identifier, message_text, read_turn, usable_name
from graphmem.language.transcripts.times import parse_time
from graphmem.model.transcript import Turn

_SESSION = re.compile(r"session_(0|[1-9][0-9]{0,8})")
"""Its number has one spelling, so that a key leads back to it, and one that Python reads."""


def is_sample(value: object) -> bool:
    """Whether a value is a LoCoMo sample: an object whose `conversation` has numbered sessions."""
    conversation = value.get("conversation") if isinstance(value, Mapping) else None
    return isinstance(conversation, Mapping) and any(_SESSION.fullmatch(key) for key in conversation)


def read_sample(sample: Message, reject: Reject, base: Path = ()) -> Draft:
    """Return the conversation of one sample, its sessions in numeric order."""
    conversation = sample["conversation"]
    assert isinstance(conversation, Mapping)
    base = (*base, "conversation")
    numbers = sorted(int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key)))
    slices = [_slice(conversation, number, reject, base) for number in numbers]
    speakers = [name for key in ("speaker_a", "speaker_b") if (name := usable_name(conversation.get(key)))]
    wing = " & ".join(speakers) or None
    return Draft(identifier(sample, ("sample_id", "id")), wing, wing, slices, own_sessions=True)


def _slice(conversation: Message, number: int, reject: Reject, base: Path) -> Slice:
    key = f"session_{number}"
    started_at = _date(conversation, f"{key}_date_time", reject, base)
    title = f"Session {number}" + (f", {started_at:%Y-%m-%d}" if started_at else "")
    items = conversation[key]
    if not isinstance(items, list):
        reject((*base, key), f"{key} is not a list of turns")
        return Slice(title, started_at)
    turns = [turn for index, item in enumerate(items) if (turn := _turn(item, reject, (*base, key, index)))]
    return Slice(title, started_at, turns)


def _date(conversation: Message, key: str, reject: Reject, base: Path) -> datetime | None:
    value = conversation.get(key)
    if value is None:
        return None
    try:
        return parse_time(value)
    except ValueError as error:
        reject((*base, key), f"{error}; the session is kept without it")
        return None


def _turn(item: object, reject: Reject, path: Path) -> Turn | None:
    if isinstance(item, Mapping) and isinstance(caption := item.get("blip_caption"), str) and caption.strip():
        text = message_text(item)
        shown = f"[image: {caption}]"
        item = {**item, "text": f"{text} {shown}" if text else shown}
    return read_turn(item, lambda reason: reject(path, reason))
