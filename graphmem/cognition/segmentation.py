"""Segmentation of a conversation into topics, turn by turn.

An online decision, from earlier turns only, gives the same closets whether a conversation is filed at once or as it
grows. A simplified form of lexical cohesion (Hearst, TextTiling, Computational Linguistics 1997).
"""

from __future__ import annotations

from collections.abc import Collection

SHORTEST = 8
LONGEST = 10
"""Turns per closet: below the first number nothing is cut, at the second always."""


def starts_new(*, size: int, words: Collection[str], topic: Collection[str]) -> bool:
    """Whether a turn opens a new closet after one of `size` turns.

    `words` are the turn's content words, `topic` those of the closet so far. Between the bounds a turn that shares no
    word with the topic opens the next closet.
    """
    if size < SHORTEST:
        return False
    return size >= LONGEST or not (set(words) & set(topic))
