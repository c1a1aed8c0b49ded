"""Attempts to override an assistant's instructions, told apart from talk about such attempts."""

from __future__ import annotations

import re

from graphmem.language.observer.patterns import any_of, plain, possible
from graphmem.model.language import Language

_FILES = {Language.EN: "observer_injection_en", Language.TR: "observer_injection_tr"}
_TEMPLATE = re.compile(r"<\|\w{1,30}\|>|\[/?INST\]|<</?SYS>>|^#{2,4} ?(?:system|instructions?) ?:", re.I | re.M)
"""Marks of chat templates, which only someone who fakes a role writes into a message."""
_QUOTES = "\"'`"
_BEFORE = 60
"""Characters before an attempt that are read for who is told to do it."""


def injection(text: str, language: Language) -> str | None:
    """The words that try to override instructions, None when there are none.

    Both languages are looked for, the message's own first, since conversations mix them. Quoted attempts in a
    sentence about filters or attacks, and orders that others were given ("told us to ignore the previous rules"), pass.
    """
    template = _TEMPLATE.search(text)
    if template:
        return template[0]
    spoken = plain(text)
    for name in sorted(_FILES, key=lambda candidate: candidate is not language):
        for phrase in possible(_FILES[name], spoken):
            for match in phrase.pattern.finditer(spoken):
                if not _is_talk(spoken, match):
                    return match[0]
    return None


def _is_talk(spoken: str, match: re.Match[str]) -> bool:
    before = spoken[max(0, match.start() - _BEFORE) : match.start()]
    if _is_reported(before):
        return True
    quoted = _is_quoted(spoken, match)
    return quoted and any_of("observer_talk_about", "about").search(spoken.replace(match[0], " ")) is not None


def _is_reported(before: str) -> bool:
    reports = any_of("observer_talk_about", "reported").finditer(before)
    return any(not before[report.end() :].strip() for report in reports)


def _is_quoted(spoken: str, match: re.Match[str]) -> bool:
    before, after = spoken[: match.start()], spoken[match.end() :]
    return any(before.count(quote) % 2 and quote in after for quote in _QUOTES)
