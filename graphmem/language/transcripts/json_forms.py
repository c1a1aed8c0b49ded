"""JSON conversations: lists of messages, objects around them, collections, ChatGPT trees, LoCoMo."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property

from graphmem.errors import TranscriptError
from graphmem.language.transcripts import locomo
from graphmem.language.transcripts.chat_export import read_tree
from graphmem.language.transcripts.draft import Draft, Found, Slice
from graphmem.language.transcripts.instructions import custom_instructions
from graphmem.language.transcripts.locate import Path, lines_of
from graphmem.language.transcripts.messages import Message, Reject, identifier, looks_like_turn, read_turns, usable_name
from graphmem.language.transcripts.times import parse_time
from graphmem.model.transcript import Rejected

_TURN_LISTS = ("messages", "turns", "conversation", "chat_messages", "dialogue", "dialog", "history")
_CONVERSATION_IDS = ("sample_id", "conversation_id", "id", "uuid", "thread_id")
_DATES = ("started_at", "date", "time", "timestamp", "created_at", "create_time")
_GROUPS = ("conversation_id", "thread_id")

EXPECTED = "a list of messages with a speaker and a text, or an object that has one under messages or turns"


def read_json(source: str, text: str) -> Found:
    """Return every conversation of a JSON document; TranscriptError if it is no JSON or has no messages."""
    value = load(source, text)
    found, lines = Found(), _Lines(text)

    def reject(path: Path, reason: str) -> None:
        found.rejected.append(Rejected(source, lines.at(path), reason))

    drafts = drafts_of(value, reject)
    if drafts is None:
        raise TranscriptError("no messages in this JSON", source=source, line=1, remedy=f"Expected {EXPECTED}.")
    found.drafts = drafts
    instructions = custom_instructions(value if isinstance(value, list) else (value,))
    found.drafts += [instructions] if instructions else []
    return found


def load(source: str, text: str) -> object:
    """Return the JSON value of a text, TranscriptError with the line of the first mistake."""
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise TranscriptError(f"not JSON: {error.msg}", source=source, line=error.lineno) from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, nesting of thousands of levels
        raise TranscriptError(f"not readable as JSON: {error}", source=source, line=1) from error


def drafts_of(value: object, reject: Reject, base: Path = ()) -> list[Draft] | None:
    """Return the conversations in a JSON value, None if it has no form of a conversation."""
    if isinstance(value, list):
        return _of_list(value, reject, base)
    if not isinstance(value, Mapping):
        return None
    if is_conversation(value):
        return [_of_object(value, reject, base)]
    conversations = value.get("conversations")
    return _of_list(conversations, reject, (*base, "conversations")) if isinstance(conversations, list) else None


def is_conversation(value: object) -> bool:
    """Whether an object is one conversation: it has a message tree, a list of turns, or sessions."""
    if not isinstance(value, Mapping):
        return False
    if locomo.is_sample(value) or isinstance(value.get("mapping"), Mapping):
        return True
    return _turn_list(value) is not None or isinstance(value.get("sessions"), list)


def _of_list(items: list[object], reject: Reject, base: Path) -> list[Draft] | None:
    if not items:
        return []
    if any(is_conversation(item) or isinstance(item, list) for item in items):
        return [draft for index, item in enumerate(items) if (draft := _member(item, reject, (*base, index)))]
    return grouped(items, reject, base) if any(map(looks_like_turn, items)) else None


def _member(item: object, reject: Reject, path: Path) -> Draft | None:
    if isinstance(item, list):
        return Draft(slices=[Slice(turns=read_turns(item, reject, path))])
    if isinstance(item, Mapping) and is_conversation(item):
        return _of_object(item, reject, path)
    reject(path, "expected a conversation with messages")
    return None


def grouped(items: list[object], reject: Reject, base: Path = ()) -> list[Draft]:
    """Return a conversation for each conversation id in a flat list of messages, in order of appearance."""
    groups: dict[str | None, list[tuple[int, object]]] = {}
    for index, item in enumerate(items):
        name = identifier(item, _GROUPS) if isinstance(item, Mapping) else None
        groups.setdefault(name, []).append((index, item))
    drafts = []
    for name, members in groups.items():
        indices = [index for index, _ in members]

        def reject_member(path: Path, reason: str, indices: list[int] = indices) -> None:
            reject((*base, indices[int(path[0])], *path[1:]), reason)

        drafts.append(Draft(id=name, slices=[Slice(turns=read_turns([item for _, item in members], reject_member))]))
    return drafts


def _of_object(value: Message, reject: Reject, base: Path) -> Draft:
    if locomo.is_sample(value):
        return locomo.read_sample(value, reject, base)
    draft = Draft(identifier(value, _CONVERSATION_IDS), _text(value, "title", "name", "topic"), _text(value, "wing"))
    if isinstance(value.get("mapping"), Mapping):
        draft.slices = [read_tree(value, reject, base)]
    elif (name := _turn_list(value)) is not None:
        items = value[name]
        assert isinstance(items, list)
        started_at = _date(value, reject, base)
        draft.slices = [Slice(None, started_at, read_turns(items, reject, (*base, name)))]
    else:
        draft.slices, draft.own_sessions = _sessions(value, reject, base), True
    return draft


def _sessions(value: Message, reject: Reject, base: Path) -> list[Slice]:
    sessions, slices = value["sessions"], []
    assert isinstance(sessions, list)
    for index, session in enumerate(sessions):
        path = (*base, "sessions", index)
        name = _turn_list(session) if isinstance(session, Mapping) else None
        if name is None:
            reject(path, "expected a session with turns")
            continue
        turns = read_turns(session[name], reject, (*path, name))
        slices.append(Slice(_text(session, "title", "name"), _date(session, reject, path), turns))
    return slices


def _turn_list(value: Message) -> str | None:
    named = next((name for name in _TURN_LISTS if isinstance(value.get(name), list)), None)
    if named is None and isinstance(items := value.get("conversations"), list) and any(map(looks_like_turn, items)):
        return "conversations"
    return named


def _text(value: Message, *keys: str) -> str | None:
    return next((name for key in keys if (name := usable_name(value.get(key)))), None)


def _date(value: Message, reject: Reject, base: Path) -> datetime | None:
    key = next((key for key in _DATES if value.get(key) not in (None, "")), None)
    if key is None:
        return None
    try:
        return parse_time(value[key])
    except ValueError as error:
        reject((*base, key), f"{error}; the conversation is kept without it")
        return None


class _Lines:
    """Line numbers by path, computed on the first question."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _known(self) -> dict[Path, int]:
        return lines_of(self._text)

    def at(self, path: Path) -> int:
        while path and path not in self._known:
            path = path[:-1]
        return self._known[path]
