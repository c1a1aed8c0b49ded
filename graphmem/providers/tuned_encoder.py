"""The encoder of texts: multilingual-e5-small (Wang et al., 2024) tuned by `make encoder`.

It lies in the folder `encoder` beside this module: the graph and its int8 weights, and the pieces that cut a text, with
the place of each in the vocabulary that it shares with the embedder. A card beside it has its training data and its
quality.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from graphmem.counting import COUNTED
from graphmem.errors import EmbeddingError
from graphmem.providers.e5_packed import unpacked
from graphmem.providers.multilingual import readable
from graphmem.providers.onnx_model import session_of
from graphmem.providers.vocabulary import words

FOLDER = Path(__file__).with_name("encoder")
GRAPH, WEIGHTS, PIECES, PLACES, HEADS = "model.onnx", "weights.bin", "pieces.model", "places.npz", "heads.npz"

WINDOW = 160
"""Tokens read of a text; of a longer one its beginning."""

BEFORE = "query: "
"""The prefix of the model's training for comparable texts."""

KEPT_TOKENS = 2_048
"""Tokens of single texts whose states are kept, least recently used first out: 3 MB.
A message of one clause is marked and judged in the same tokens, and a question is often asked again."""


_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, from `start` to `end`, and its tokens."""

    start: int
    end: int
    tokens: tuple[int, ...]


class Pieces:
    """Cuts texts into the kept pieces."""

    def __init__(self, model: bytes, normal: Mapping[int, str], *, begin: int, end: int, padding: int) -> None:
        """`model` is a SentencePiece model; `normal` has the normal forms of characters; the rest are ids."""
        from sentencepiece import SentencePieceProcessor

        self._pieces = SentencePieceProcessor(model_proto=model)
        self._normal = dict(normal)
        self.before = self.tokens(BEFORE)
        self.begin, self.end, self.padding = begin, end, padding

    def tokens(self, text: str) -> list[int]:
        """The ids of its pieces; none of a text of spaces."""
        said = " ".join(readable(text).translate(self._normal).split())
        found: list[int] = self._pieces.encode(said) if said else []
        return found

    def text(self, text: str) -> list[int]:
        """The tokens of a text after those of the prefix, as many as are read."""
        return (self.before + self.tokens(text))[:WINDOW]

    def windows(self, text: str, stretches: Iterable[tuple[int, int]]) -> Iterator[list[Word]]:
        """The words of a text's stretches, in windows; a stretch longer than a window is split."""
        room = WINDOW - len(self.before)
        window: list[Word] = []
        for start, end in stretches:
            words = [
                Word(found.start(), found.end(), tuple(tokens[:room]))
                for found in _WORD.finditer(text, start, end)
                if (tokens := self.tokens(found[0]))
            ]
            if window and _size(window) + _size(words) > room:
                yield window
                window = []
            for word in words:
                if _size(window) + len(word.tokens) > room:
                    yield window
                    window = []
                window.append(word)
        if window:
            yield window

    def words(self, window: Sequence[Word]) -> tuple[list[int], list[int]]:
        """The tokens of a window's words, after the prefix, and the place of each word's first state."""
        tokens, places = list(self.before), []
        for word in window:
            places.append(len(tokens) + 1)
            tokens.extend(word.tokens)
        return tokens, places


def _size(words: Sequence[Word]) -> int:
    return sum(len(word.tokens) for word in words)


class TunedEncoder:
    """The encoder. Safe to call from several threads; a text takes milliseconds."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Reads the files at once, a third of a second. Raises EmbeddingError when they do not load."""
        try:
            self._words = words()
            with np.load(folder / PLACES, allow_pickle=False) as kept:
                self._rows = kept["rows"]
                self._places = kept["places"].astype(np.float32)
                self.parts = kept["parts"].astype(np.float32)
                """The embeddings of the three parts: a single text, and the older and the newer of two."""
                normal = dict(zip(kept["normal_from"].tolist(), kept["normal_to"].tolist(), strict=True))
                begin, end, padding = kept["special"].tolist()
            model = (folder / PIECES).read_bytes()
            self.pieces = Pieces(model, normal, begin=begin, end=end, padding=padding)
            self._session = session_of(folder / GRAPH)
            self._kept: LRUCache[tuple[int, ...], NDArray[np.float32]] = LRUCache(KEPT_TOKENS, getsizeof=len)
            self._keeping = threading.Lock()
        except Exception as error:  # the libraries raise bare exceptions
            raise EmbeddingError(
                f"the encoder could not be loaded from {folder}: {error}.", remedy="Install graphmem again."
            ) from error

    def text(self, text: str) -> NDArray[np.float32]:
        """The vector of a text: the mean of its tokens' states, shape (width,)."""
        tokens = self.pieces.text(text)
        found: NDArray[np.float32] = self._of_one(tokens).mean(axis=0)
        return found

    def words(self, window: Sequence[Word]) -> NDArray[np.float32]:
        """The states of the first tokens of a window's words, shape (words, width)."""
        tokens, places = self.pieces.words(window)
        return self._of_one(tokens)[places]

    def _of_one(self, tokens: list[int]) -> NDArray[np.float32]:
        """The states of a single text; the latest ones are cached."""
        key = tuple(tokens)
        with self._keeping:
            kept = self._kept.get(key)
        if kept is None:
            kept = self.states(tokens, [0] * len(tokens))
            with self._keeping:
                self._kept[key] = kept
        return kept

    def states(self, tokens: list[int], parts: list[int]) -> NDArray[np.float32]:
        """The states of tokens and of their begin and end, shape (tokens and two, width).

        `parts` names the text of each: 0 for a single one, 1 for the older, 2 for the newer of two.
        """
        ids = [self.pieces.begin, *tokens, self.pieces.end]
        given = unpacked(self._words[self._rows[ids]]) + self._places[: len(ids)] + self.parts[[0, *parts, 0]]
        COUNTED.encoded(len(ids))
        states: NDArray[np.float32] = self._session.run(None, {"embeddings": given[None]})[0][0]
        return states


_loading = threading.Lock()


def tuned_encoder() -> TunedEncoder:
    """The encoder of this process, loaded at the first use."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> TunedEncoder:
    return TunedEncoder()


def heads_file(folder: Path = FOLDER) -> Mapping[str, NDArray[Any]]:
    """The file beside the encoder with heads over its vectors, by name."""
    with np.load(folder / HEADS, allow_pickle=False) as kept:
        return {name: kept[name] for name in kept.files}
