"""Whether a text that parses as a conversation is one: documents have lines with a colon, too."""

from __future__ import annotations

import re
from collections import Counter

from graphmem.language.naming.gazetteer import is_name_somewhere
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.model.transcript import Reading

SAID_FROM = 0.5
"""Least share of a conversation's letters in its turns; a document's labels leave most letters out."""

_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


def is_conversation(reading: Reading, text: str) -> bool:
    """Whether turns hold most of the text, and most speakers are people, roles or recurring names.

    Recurring names count only without headings.
    """
    turns = [turn for conversation in reading.conversations for turn in conversation.turns]
    if not turns:
        return False
    said = sum(_letters(turn.text) + _letters(turn.speaker) for turn in turns)
    if said < SAID_FROM * _letters(text):
        return False
    speaking = Counter(turn.speaker for turn in turns)
    named = sum(count for speaker, count in speaking.items() if _is_somebody(speaker))
    is_talk = len(speaking) > 1 and len(turns) >= 1.5 * len(speaking) and not _HEADING.search(text)
    return is_talk or named * 2 > len(turns)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _is_somebody(speaker: str) -> bool:
    """Whether a label is a role's name, or begins with a given name."""
    first = fold(speaker).split()
    return is_role_name(speaker) or bool(first and is_name_somewhere(first[0]))
