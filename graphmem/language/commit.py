"""Requests to remember: "remember this", "bunu hatırla", alone or with the text to remember."""

from __future__ import annotations

import re

from graphmem.language.first_person import is_of_oneself
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines

_ASKED = tuple(re.compile(rf"(?<!\w)(?:{pattern})(?!\w)[\s:,.!…–—-]*") for pattern in lines("commit_phrases"))
_REMINDERS = tuple(re.compile(pattern) for pattern in lines("commit_reminders"))
_RECALLING = re.compile(rf"(?:{'|'.join(lines('commit_recalling'))})(?!\w)")
_SENTENCE = re.compile(r"[.!?\n:;–—]\s*|\s-\s")
REACTION = 5
"""Most words before the request in its sentence."""
_ASKS_YOU = re.compile(r"\b(?:can|could|will|would) you\b")
LONGEST = 2_000
"""Characters of a message in which the request is looked for."""


def asked_to_remember(text: str) -> str | None:
    """Return the text that a message asks to remember.

    It is "" if the request refers to earlier words, None without a request.

    A question ("do you remember this?") and a reminiscence ("remember when …") are no requests. The request opens the
    message or its last sentence; nothing that tells something may stand before it. A request to be reminded tells a
    plan: the text is then the message itself.
    """
    if len(text) > LONGEST:
        return None
    folded = fold(text)
    if len(folded) != len(text):
        folded = text.lower()
    if reminder := next((found for pattern in _REMINDERS if (found := pattern.search(folded))), None):
        return _without_courtesy(text, reminder)
    starts = [0, *(match.end() for match in _SENTENCE.finditer(folded))]
    starts += [match.end() for match in re.finditer(r",\s*", folded)]
    for start in starts:
        if found := _request(folded, start):
            rest = folded[found.end() :]
            if "?" in rest[:1] or _RECALLING.match(rest) or folded.rstrip().endswith("?"):
                return None
            before, after = text[:start].strip(" ,;:-–—\n"), text[found.end() :].strip()
            if after and start and not _only_reacts(before):
                continue  # a request in the middle of a statement is part of it
            if after and start:
                return after
            return after or before
    return None


def _only_reacts(before: str) -> bool:
    """Whether the sentence before the request only reacts: "ok that's useful. remember I get nervous"."""
    return before.endswith((".", "!")) and len(before.split()) <= REACTION and not is_of_oneself(before)


def _request(folded: str, start: int) -> re.Match[str] | None:
    return next((match for pattern in _ASKED if (match := pattern.match(folded, start))), None)


def _without_courtesy(text: str, reminder: re.Match[str]) -> str:
    """Return the text of a reminder without the words that make it a question: "can you …?", "… mısın"."""
    groups = reminder.groupdict()
    asks = "?" in text or _ASKS_YOU.search(reminder[0]) is not None  # many leave the mark out
    start = reminder.start("begins") if "begins" in groups and asks else 0
    end = reminder.end("ends") if "ends" in groups else len(text)
    return text[start:end].strip(" \n?")
