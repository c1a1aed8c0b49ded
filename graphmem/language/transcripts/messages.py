"""Conversion of one message object into a Turn, whatever its source calls the fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, time
from typing import cast

from graphmem.language.transcripts.attachments import UNNAMED, attachment_paragraphs
from graphmem.language.transcripts.content import formatted_text, text_of
from graphmem.language.transcripts.locate import Path
from graphmem.language.transcripts.notices import NOTICE
from graphmem.language.transcripts.roles import role_of
from graphmem.language.transcripts.slack import as_shown, is_coming_or_going, names_in
from graphmem.language.transcripts.times import parse_clock, parse_time, slash_order
from graphmem.model.transcript import Role, Turn

MAX_TEXT = 100_000
"""Most characters of one turn."""

MAX_NAME = 200
"""Most characters of a speaker, title or id."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Message = Mapping[str, object]
Reject = Callable[[Path, str], None]
"""Records that the value at a path, relative to the reader's place, was rejected, and why."""

SPEAKER_KEYS = ("speaker", "name", "author", "from", "sender", "user", "username", "role")
TEXT_KEYS = ("text", "content", "message", "body", "value", "parts")
TIME_KEYS = (
    "time", "timestamp", "said_at", "created_at", "date", "ts", "create_time", "sent_at", "datetime",
    "at", "when", "created", "sent", "date_time", "message_time", "timestamp_ms",
)  # fmt: skip
"""Fields with the time of a message, likeliest first; `createdAt` and `Created-At` are `created_at`."""
ID_KEYS = ("dia_id", "source_id", "id", "message_id", "uuid", "turn_id")


def looks_like_turn(item: object) -> bool:
    """Whether an item is meant as a message: an object with a text field and a speaker field."""
    if not isinstance(item, Mapping):
        return False
    flat = flatten(item)
    return any(key in flat for key in TEXT_KEYS) and any(key in flat for key in SPEAKER_KEYS)


def read_turns(items: Iterable[object], reject: Reject, base: Path = ()) -> list[Turn]:
    """Return the turns of a list of messages; other items go to `reject` with their path under `base`."""
    messages = list(items)
    order = slash_order(value for item in messages if isinstance(item, Mapping) for value in _time_values(item))
    names = names_in(messages)
    turns: list[Turn] = []
    for index, item in enumerate(messages):
        path = (*base, index)
        if names and isinstance(item, Mapping):
            if is_coming_or_going(item):
                reject(path, NOTICE)
                continue
            item = _of_slack(item, names)
        turn = read_turn(item, lambda reason, path=path: reject(path, reason), day_first=order)  # type: ignore[misc]
        if isinstance(item, Mapping):
            turns += _attachments(item, order)
        if turn:
            turns.append(turn)
    return turns


def _of_slack(item: Message, names: Mapping[str, str]) -> Message:
    """Return a message with its writer's name in place of an id, and its text without markup."""
    user, text = item.get("user"), item.get("text")
    named = {"user": names[user]} if isinstance(user, str) and user in names else {}
    return {**item, **named, **({"text": as_shown(text, names)} if isinstance(text, str) else {})}


def _attachments(message: Message, day_first: bool | None) -> Iterator[Turn]:
    """Yield a turn for each paragraph of a message's documents, before its own text."""
    for named, text in attachment_paragraphs(message):
        if text_problem(text) is None:
            try:
                said_at = message_time(flatten(message), day_first)
            except ValueError:
                said_at = None
            yield Turn(text, usable_name(named) or UNNAMED, Role.DOCUMENT, said_at)


def read_turn(item: object, reject: Callable[[str], None], *, day_first: bool | None = None) -> Turn | None:
    """Return the turn of one message object, None if rejected.

    An unreadable time is reported, the turn kept.
    """
    if not isinstance(item, Mapping):
        reject(f"expected an object with a speaker and a text, got {type(item).__name__}")
        return None
    message = flatten(item)
    text, speaker = message_text(message), message_speaker(message)
    if problem := text_problem(text):
        reject(problem)
        return None
    if speaker is None:
        reject(f"no speaker: expected a name of at most {MAX_NAME} characters in {', '.join(SPEAKER_KEYS)}")
        return None
    said_at = None
    try:
        said_at = message_time(message, day_first)
    except ValueError as error:
        reject(f"{error}; the turn is kept without it")
    declared = _declared_role(message)
    return Turn(cast(str, text), speaker, role_of(speaker, declared), said_at, identifier(message, ID_KEYS))


def flatten(item: Message) -> Message:
    """Return a message like {"message": {"role": …, "content": …}} with both levels' fields together.

    Each field also stands under its name in lower case with underscores, as in the lists above.
    """
    inner = item.get("message")
    flat = {**item, **inner} if isinstance(inner, Mapping) else item
    others = {plain: value for key, value in flat.items() if (plain := _plain(key)) not in flat}
    return {**flat, **others} if others else flat


def _plain(key: str) -> str:
    return key if key.islower() and "-" not in key else _HUMP.sub("_", key).replace("-", "_").replace(" ", "_").lower()


def message_text(message: Message) -> str | None:
    """Return the first field with readable text."""
    for key in TEXT_KEYS:
        value = message.get(key)
        text = formatted_text(value) if key == "text" else text_of(value)
        if text and text.strip():
            return text
    return None


def message_speaker(message: Message) -> str | None:
    """Return the speaker's name, else the role in its place."""
    for key in SPEAKER_KEYS:
        value = message.get(key)
        if isinstance(value, Mapping):
            value = next((value[part] for part in ("name", "username", "role") if value.get(part)), None)
        if name := usable_name(value):
            return name
    return None


def usable_name(value: object) -> str | None:
    """Return a name, title or id without surrounding blanks; None if it is unusable."""
    name = value.strip() if isinstance(value, str) else ""
    return name if 0 < len(name) <= MAX_NAME and is_storable(name) else None


def message_time(message: Message, day_first: bool | None) -> datetime | None:
    """Return the message's time, or None; a clock beside a date is joined with it."""
    values = _time_values(message)
    if not values:
        return None
    if (clock := _clock(values[0])) is not None and "date" in message:
        day = parse_time(message["date"], day_first=day_first)
        return day.replace(hour=clock.hour, minute=clock.minute, second=clock.second)
    return parse_time(values[0], day_first=day_first)


def text_problem(text: str | None) -> str | None:
    """Return why a text cannot be a turn, None if it can."""
    if text is None or not text.strip():
        return "no text"
    if len(text) > MAX_TEXT:
        return f"text of {len(text):,} characters is longer than {MAX_TEXT:,}"
    return None if is_storable(text) else "text holds a NUL character or half of a surrogate pair"


def is_storable(text: str) -> bool:
    """Whether a text can be stored: NUL and lone surrogates, which JSON escapes can spell, cannot."""
    return "\0" not in text and (text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text))


def identifier(message: Message, keys: Iterable[str]) -> str | None:
    """Return the first id among `keys` as a string; 0 is an id, an empty string is none."""
    for key in keys:
        value = message.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if name := usable_name(value):
            return name
    return None


def _clock(value: object) -> time | None:
    try:
        return parse_clock(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _time_values(message: Message) -> list[object]:
    return [value for key in TIME_KEYS if (value := message.get(key)) not in (None, "")]


def _declared_role(message: Message) -> str | None:
    author = message.get("author")
    nested = author.get("role") if isinstance(author, Mapping) else None
    role = message.get("role") or nested
    return role if isinstance(role, str) and role.strip() else None
