"""What the encoder is tuned on as rows of tokens: texts, pairs of texts, and texts whose every word has a label.

The product reads no pairs yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.language.formation.splitting import sentence_spans
from graphmem.providers.tuned_encoder import Pieces, TunedEncoder

BEGINS, GOES_ON, OUTSIDE = "begins", "goes_on", "outside"
"""What is said of a word: it opens a mark, goes on with it, is no part of one."""

SIDE = 56
"""Tokens that are read of each of two texts."""

Row = tuple[list[int], list[int]]
"""The tokens of a text or of two, and of which part each is: 0 of a single text, 1 of the older, 2 of the newer."""


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """The tokens of a window of a text, the places of its words' states, and each word's label."""

    tokens: list[int]
    places: list[int]
    labels: list[str]


def marked_rows(pieces: Pieces, text: str, marks: Sequence[tuple[int, int]]) -> Iterator[MarkedRow]:
    """The windows of a text in which stretches are marked."""
    for window in pieces.windows(text, [(one.start, one.end) for one in sentence_spans(text)]):
        tokens, places = pieces.words(window)
        labels, last = [], None
        for word in window:
            mark = next((one for one in marks if word.start < one[1] and word.end > one[0]), None)
            labels.append(OUTSIDE if mark is None else GOES_ON if mark == last else BEGINS)
            last = mark
        yield MarkedRow(tokens, places, labels)


def text_row(pieces: Pieces, text: str) -> Row:
    """A single text."""
    tokens = pieces.text(text)
    return tokens, [0] * len(tokens)


def pair_row(pieces: Pieces, old: str, new: str) -> Row:
    """Two texts with two ends between them."""
    older, newer = pieces.before + pieces.tokens(old)[:SIDE], pieces.tokens(new)[:SIDE]
    return [*older, pieces.end, pieces.end, *newer], [1] * (len(older) + 1) + [2] * (len(newer) + 1)


def pair_vector(encoder: TunedEncoder, old: str, new: str) -> NDArray[np.float32]:
    """The vector of two texts: the mean of the older one's states, then that of the newer one's."""
    tokens, parts = pair_row(encoder.pieces, old, new)
    states, part = encoder.states(tokens, parts)[1:-1], np.array(parts)
    return np.concatenate([states[part == 1].mean(axis=0), states[part == 2].mean(axis=0)])
