"""Excerpts: the part of a long text that has most of a question's words, verbatim."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.coverage import QueryWord, find_words

MOST_READ = 20_000
"""Characters of a text in which the excerpt is looked for."""

_SENTENCE = re.compile(r"[^.!?…\n]+(?:[.!?…]+[\"”’)]*|\n+|$)\s*")


def excerpt(text: str, words: Sequence[QueryWord], most: int) -> str:
    """Return the text, or whole sentences of at most `most` characters with most of the words.

    Dots mark omissions. A sentence that is too long itself is cut between two words.
    """
    if len(text) <= most:
        return text
    read = text[:MOST_READ]
    spans = [(match.start(), match.end()) for match in _SENTENCE.finditer(read)] or [(0, len(read))]
    start, end = _best(read, spans, words, most)
    part = read[start:end].strip()
    if len(part) > most:
        part = part[:most].rsplit(None, 1)[0]
        end = start + len(part)
    return f"{'… ' if start > 0 else ''}{part}{' …' if end < len(text) else ''}"


def _best(read: str, spans: Sequence[tuple[int, int]], words: Sequence[QueryWord], most: int) -> tuple[int, int]:
    """Return the run of sentences with the greatest weight of words; of equal ones the first and longest."""
    said = [find_words(words, read[start:end]) for start, end in spans]
    best, weight = (spans[0][0], spans[0][1]), -1.0
    for first, (start, end) in enumerate(spans):
        places: set[int] = set()
        for last in range(first, len(spans)):
            if last > first and spans[last][1] - start > most:
                break
            places |= said[last]
            end = spans[last][1]
        if (total := sum(words[place].weight for place in places)) > weight:
            best, weight = (start, end), total
    return best
