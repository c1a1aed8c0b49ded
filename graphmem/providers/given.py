"""A caller's embedder, held to the port: vectors of one size become unit vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import numpy as np

from graphmem.errors import EmbeddingError, EmbeddingSizeError
from graphmem.ports import Embedder, Purpose, TokenStates, Vectors
from graphmem.providers.embedder import well_formed

T = TypeVar("T")


class GivenEmbedder:
    """A wrapper of an object with `model`, `dimensions` and an awaitable `embed`, which stays open."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    @property
    def at_hand(self) -> bool:
        """The caller's embedder's own value."""
        return bool(getattr(self._inner, "at_hand", False))

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        """Its vectors, float32 and of unit length.

        Raises EmbeddingSizeError for another shape than (texts, dimensions), EmbeddingError for values that are not
        finite or of no length, and for any error in it.
        """
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        try:
            vectors = np.asarray(await self._inner.embed([well_formed(text) for text in texts], purpose), np.float32)
        except EmbeddingError:
            raise
        except Exception as error:
            raise EmbeddingError(
                f"The embedder {self.model!r} failed: {type(error).__name__}: {str(error)[:200]}.",
                remedy="It is the one given to GraphMem.open.",
            ) from error
        if vectors.shape != (len(texts), self.dimensions):
            raise EmbeddingSizeError(
                f"The embedder {self.model!r} gave an array of {vectors.shape} for {len(texts)} texts.",
                remedy=f"Return one row of {self.dimensions} numbers, its `dimensions`, a text.",
            )
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise EmbeddingError(
                f"The embedder {self.model!r} gave a vector that is not finite or has no length.",
                remedy="Return finite numbers that are not all zero.",
            )
        return cast("Vectors", vectors / lengths)

    async def tokens(self, texts: Sequence[str], purpose: Purpose = Purpose.PASSAGE) -> list[TokenStates] | None:
        """Token states of the inner embedder; None if it has none."""
        reader = getattr(self._inner, "tokens", None)
        return None if reader is None else cast("list[TokenStates] | None", await reader(texts, purpose))

    async def read(self, texts: Sequence[str], made: Callable[[TokenStates], T]) -> list[T] | None:
        """The result of the inner embedder's `read`; None if it has no token states."""
        reader = getattr(self._inner, "read", None)
        return None if reader is None else cast("list[T] | None", await reader(texts, made))

    async def aclose(self) -> None:
        """Nothing, since its maker closes it."""
