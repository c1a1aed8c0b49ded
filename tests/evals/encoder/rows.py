"""Pairs of texts in one row of tokens, as the encoder is tuned on them; the product reads no pairs yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphmem.providers.tuned_encoder import Pieces, TunedEncoder

SIDE = 56
"""Tokens that are read of each of two texts."""

Row = tuple[list[int], list[int]]
"""The tokens of a text or of two, and of which part each is: 0 of a single text, 1 of the older, 2 of the newer."""


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
