"""What services need from the outside, as one-method protocols. Providers implement them; wiring passes them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Row-wise unit vectors, shape (number of texts, dimensions)."""


class Purpose(StrEnum):
    """What a text is embedded for: retrieval models prefix the two sides differently."""

    PASSAGE = "passage"
    QUERY = "query"


class Embedder(Protocol):
    """Turns texts into unit vectors without ever blocking the event loop.

    `model` names what made the vectors, for example "bge-small-en-v1.5-q"; vectors of different models never mix.
    `embed` returns float32 of shape (len(texts), dimensions), rows L2-normalised, and raises EmbeddingError (or a
    subclass) when the whole batch failed. An empty sequence gives an array of shape (0, dimensions).
    """

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors: ...


Progress = Callable[[str, int, int | None], None]
"""Reports long work: (what is being done, units done so far, units in all or None when unknown)."""


def silent(_what: str, _done: int, _total: int | None) -> None:
    """A Progress that says nothing."""
