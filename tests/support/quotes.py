"""The check that a memory's text is a quote."""

from __future__ import annotations

import re

from graphmem.language.quotes import label

_NOTE = re.compile(r" \[[^\[\]]{1,60}\]")


def is_quote_of(text: str, speaker: str, words: str) -> bool:
    """Whether a text is the speaker's words with nothing but annotations added."""
    start = f"{label(speaker)}: "
    if not text.startswith(start):
        return False
    place, at = 0, len(start)
    while at < len(text):
        note = _NOTE.match(text, at)
        if note and not words.startswith(note[0], place):
            at = note.end()
        elif place < len(words) and text[at] == words[place]:
            place, at = place + 1, at + 1
        else:
            return False
    return place == len(words)
