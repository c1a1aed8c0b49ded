"""Speaker labels before a colon, in bold or in a heading, and the time that a label may carry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.transcripts.times import parse_clock, parse_time
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines

_BRACKETED = re.compile(r"\s*[\[(]([^\[\]()]*\d[^\[\]()]*)[\])]\s*")
_SEPARATED = re.compile(r"\s+[-–—|@·]\s+|,\s+|\s+at\s+")
_NUMBERED = re.compile(r"\s*#?\d+$")
_MOST_WORDS = 4


@lru_cache(maxsize=4_096)
def split_stamp(label: str) -> tuple[str, str | None]:
    """Return the label and its time: "Ayşe (13:56)", "[2026-05-08] user" and "Bob — 13:56" have one."""
    label = label.strip()
    if not any(char.isdigit() for char in label):
        return label, None
    if is_stamp(label):
        return "", label
    for match in _BRACKETED.finditer(label):
        if is_stamp(match[1]):
            return f"{label[: match.start()]} {label[match.end() :]}".strip(), match[1].strip()
    for match in _SEPARATED.finditer(label):
        before, after = label[: match.start()], label[match.end() :]
        if is_stamp(after):
            return before.strip(), after.strip()
        if is_stamp(before):
            return after.strip(), before.strip()
    first, _, rest = label.partition(" ")
    return (rest.strip(), first) if is_stamp(first) else (label, None)


def is_stamp(text: str) -> bool:
    """Whether a text is a time, or a clock without a date."""
    for parse in (parse_time, parse_clock):
        try:
            parse(text.strip())
        except ValueError:
            continue
        return True
    return False


def speakers_among(labels: Iterable[str]) -> frozenset[str]:
    """Return the labels of one source that are speakers.

    Role names always are. A repeated label is one; a single label is one only in a source without role names, and only
    if it looks like a name: beside "User:" and "Assistant:", a lone "Budget:" belongs to a text.
    """
    counts = Counter(labels)
    possible = [label for label in counts if _is_possible(label)]
    roles = {label for label in possible if is_role_name(label)}
    returning = {label for label in possible if counts[label] > 1 and len(label.split()) <= _MOST_WORDS - 1}
    named = set() if roles else {label for label in possible if _is_name(label)}
    found = roles | returning | named
    if not found and len(possible) > 1:  # a chat of two people who write their names in lower case
        found = {label for label in possible if " " not in label}
    return frozenset(found)


def _is_possible(label: str) -> bool:
    words = label.split()
    if not 0 < len(words) <= _MOST_WORDS or not label[0].isalpha():
        return False
    return fold(_NUMBERED.sub("", label)) not in lines("not_speakers") and not label.endswith((".", ",", "!", "?"))


def _is_name(label: str) -> bool:
    return all(word[0].isupper() or not word[0].isalpha() for word in label.split())
