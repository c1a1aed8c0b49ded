"""The words that the encoder keeps: pieces of what is written in English, Turkish and their neighbours."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.providers.e5_packed import Packed, sentence_pieces
from graphmem.providers.multilingual import readable
from graphmem.providers.tuned_encoder import Pieces

WORDS = {
    "en": 200_000,
    "tr": 200_000,
    "de": 60_000,
    "fr": 40_000,
    "es": 40_000,
    "it": 20_000,
    "nl": 20_000,
    "pt": 20_000,
}
"""How many of the most frequent words of a language keep their pieces; the list ends earlier for some. What is written
in other languages of the same letters is cut into smaller pieces."""


def shipped(packed: Packed, frequent_pieces: Iterable[bytes]) -> NDArray[np.int64]:
    """The numbers of the pieces that the package brings: all of Latin letters, digits and marks, and some frequent
    ones of other scripts."""
    frequent = set(frequent_pieces)
    special = packed.special
    kept = {special.begin, special.end, special.padding, special.unknown}
    kept.update(number for number, piece in enumerate(packed.pieces) if piece in frequent or _is_latin(piece))
    return np.array(sorted(kept))


def _is_latin(piece: bytes) -> bool:
    letters = (sign for sign in piece.decode("utf-8", "ignore") if sign.isalpha())
    return all(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)


def frequent(packed: Packed, texts: Iterable[str]) -> NDArray[np.int64]:
    """The numbers of the pieces of the most frequent words, of some texts, and all Latin letters and marks."""
    from sentencepiece import SentencePieceProcessor
    from wordfreq import top_n_list

    whole: Any = SentencePieceProcessor(model_proto=sentence_pieces(packed))
    special = packed.special
    kept: set[int] = {special.begin, special.end, special.padding, special.unknown}
    for language, most in WORDS.items():
        for word in top_n_list(language, most):
            kept.update(whole.encode(word))
            kept.update(whole.encode(word.capitalize()))
    for text in texts:
        kept.update(whole.encode(" ".join(readable(text).translate(packed.normal).split())))
    kept.update(number for number, piece in enumerate(packed.pieces) if _is_mark(piece.decode("utf-8", "ignore")))
    return np.array(sorted(kept))


def _is_mark(piece: str) -> bool:
    """Whether a piece is one Latin letter, a digit, a mark or a symbol."""
    if len(piece) != 1:
        return False
    return unicodedata.category(piece)[0] in "NPS" or unicodedata.name(piece, "").startswith("LATIN")


class _Kept:
    """What `sentence_pieces` asks of a packed file, of some of its pieces."""

    def __init__(self, packed: Packed, ids: Sequence[int]) -> None:
        self.pieces = [packed.pieces[number] for number in ids]
        self.scores = [packed.scores[number] for number in ids]
        place = {number: at for at, number in enumerate(ids)}
        old = packed.special
        self.special = type(old)(place[old.begin], place[old.end], place[old.padding], place[old.unknown])


def model_of(packed: Packed, ids: NDArray[np.int64]) -> tuple[bytes, tuple[int, int, int]]:
    """The kept pieces as a SentencePiece model, and where begin, end and padding stand among them."""
    kept = _Kept(packed, ids.tolist())
    special = kept.special
    return sentence_pieces(kept), (special.begin, special.end, special.padding)  # type: ignore[arg-type]


def pieces_of(packed: Packed, ids: NDArray[np.int64]) -> Pieces:
    """What cuts texts into the kept pieces."""
    model, (begin, end, padding) = model_of(packed, ids)
    return Pieces(model, packed.normal, begin=begin, end=end, padding=padding)
