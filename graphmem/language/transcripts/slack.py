"""Slack's export: people by id, with their names in profiles, and markup in angle brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_PROFILE = "user_profile"
_NAMES = ("real_name", "display_name", "name")
_COMINGS = re.compile(r"(?:channel|group|bot)_(?!topic|purpose|message)\w+")
_MENTION = re.compile(r"<@(?P<id>[A-Z0-9]+)(?:\|[^>]*)?>")
_LINK = re.compile(r"<(?P<link>(?:https?|mailto):[^>|]+)(?:\|(?P<text>[^>]+))?>")


def is_coming_or_going(message: Mapping[str, object]) -> bool:
    """Whether a message tells that somebody joined or left a channel."""
    kind = message.get("subtype")
    return isinstance(kind, str) and _COMINGS.fullmatch(kind) is not None


def names_in(messages: Iterable[object]) -> dict[str, str]:
    """Return the names of the ids in an export's messages, as far as their profiles tell."""
    found = {}
    for message in messages:
        if isinstance(message, Mapping) and isinstance(id_ := message.get("user"), str) and (name := _name(message)):
            found[id_] = name
    return found


def as_shown(text: str, names: Mapping[str, str]) -> str:
    """Return a text as readers saw it: "@Serhat restarted it" for "<@U02> restarted it"."""
    text = _MENTION.sub(lambda found: f"@{names.get(found['id'], found['id'])}", text)
    return _LINK.sub(lambda found: found["text"] or found["link"], text)


def _name(message: Mapping[str, object]) -> str | None:
    profile = message.get(_PROFILE)
    if not isinstance(profile, Mapping):
        return None
    return next((name for key in _NAMES if isinstance(name := profile.get(key), str) and name.strip()), None)
