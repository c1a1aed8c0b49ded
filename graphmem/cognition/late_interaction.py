"""Late interaction: the match of a text and a question, token by token.

The vector of a whole text shows its subject; whether it says the one thing asked is shown by its tokens. Each token of
the question is matched with the most similar token of the text, and these similarities are averaged (ColBERT's MaxSim;
Khattab & Zaharia, SIGIR 2020, equation 3), here weighted by a token's rarity. A text's states are stored in a tenth of
the size: its rarest tokens, along the axes on which tokens differ most, a byte each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.pair_head import Rarity

Matrix = NDArray[np.float32]

SIZE = 64
"""Axes stored of a state. In a trial over stored answers, questions across languages find, among five
turns, 76.4, 79.1 and 79.1 % of their evidence with 32, 64 and 96 axes, 80.7 with all 384."""

MOST = 64
"""Tokens stored of a text, the rarest ones."""

COMMON = 2.3
"""Rarity (natural logarithm) below which a token is not stored: it is in more than every tenth text."""

RAREST = 3
"""Rarest tokens of a question, of which the least matched one is a signal of its own."""

TAG = 4
"""Bytes before the states that identify their basis."""

_FEW = 8
"""Rows multiplied at once. From 262,144 multiplications on, OpenBLAS threads busy-wait and take cores.
In a script, reading passages took 1.4 times the embedder's time with them, and takes 1.0."""

_SCALE = 127.0
_TINY = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class QuestionTokens:
    """A question's tokens: unit rows along a basis's axes, and each one's share of the question (sum 1)."""

    rows: Matrix
    weights: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class TokenMatch:
    """The match of a text and a question by tokens.

    `best` has the similarity of each of the question's tokens to its nearest; `back` is the mean similarity of the
    text's tokens to theirs.
    """

    best: Matrix
    back: float

    def mean(self, asked: QuestionTokens) -> float:
        """The similarities, weighted by the rarity of their tokens."""
        return float(self.best @ asked.weights)

    def least(self, asked: QuestionTokens) -> float:
        """The similarity of the least matched of the rarest tokens."""
        return float(self.best[np.argsort(-asked.weights, kind="stable")[:RAREST]].min())

    def gap(self, asked: QuestionTokens) -> float:
        """The largest loss by one token of the question: its weight times 1 minus its similarity."""
        return float((asked.weights * (1.0 - self.best)).max())


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """The axes along which one encoder's states are stored, and each token's rarity; `tag` names them."""

    mean: Matrix
    axes: Matrix
    rarity: Rarity
    tag: bytes

    def packed(self, ids: NDArray[np.int32], rows: NDArray[np.floating]) -> bytes:
        """States in stored form, TAG + MOST · SIZE bytes at most; of a text of common tokens all of them."""
        rare = self.rarity.of(ids) if len(ids) else np.zeros(0, np.float32)
        chosen = np.flatnonzero(rare >= COMMON)
        chosen = chosen if len(chosen) else np.arange(len(ids))
        if len(chosen) > MOST:
            chosen = np.sort(chosen[np.argsort(-rare[chosen], kind="stable")[:MOST]])
        along = self._along(rows[chosen])
        most = np.maximum(np.abs(along).max(axis=1, keepdims=True, initial=0.0), _TINY)
        stored: bytes = self.tag + np.round(along / most * _SCALE).astype(np.int8).tobytes()
        return stored

    def unpacked(self, stored: bytes | None) -> Matrix | None:
        """Unit rows of stored states; None for none, and for states along other axes."""
        if not stored or stored[:TAG] != self.tag or len(stored) == TAG:
            return None
        return _unit(np.frombuffer(stored, np.int8, offset=TAG).reshape(-1, self.axes.shape[1]).astype(np.float32))

    def asked(self, ids: NDArray[np.int32], rows: NDArray[np.floating]) -> QuestionTokens | None:
        """The tokens of a question; None without any."""
        weights = self.rarity.of(ids) if len(ids) else np.zeros(0, np.float32)
        if not weights.sum():
            return None
        return QuestionTokens(self._along(rows), (weights / weights.sum()).astype(np.float32))

    def _along(self, rows: NDArray[np.floating]) -> Matrix:
        centred = rows.astype(np.float32) - self.mean
        parts = [centred[start : start + _FEW] @ self.axes for start in range(0, len(centred), _FEW)]
        return _unit(np.concatenate(parts) if parts else np.zeros((0, self.axes.shape[1]), np.float32))


def match_tokens(asked: QuestionTokens, rows: Matrix) -> TokenMatch:
    """The match of a text, with one row at least, and the question."""
    like = asked.rows @ rows.T
    return TokenMatch(like.max(axis=1), float(like.max(axis=0).mean()))


def combine_matches(met: Sequence[TokenMatch]) -> TokenMatch:
    """The joint match of several texts."""
    return TokenMatch(np.max([one.best for one in met], axis=0), max(one.back for one in met))


def _unit(rows: Matrix) -> Matrix:
    found: Matrix = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _TINY)).astype(np.float32)
    return found
