"""Additions of every embedder here to the port: closing, and valid text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphmem.ports import Embedder, TokenStates


class ClosableEmbedder(Embedder, Protocol):
    """An Embedder that holds threads or connections until it is closed."""

    async def aclose(self) -> None:
        """Release all resources. Idempotent; a later `embed` raises EmbeddingError."""
        ...


def well_formed(text: str) -> str:
    """`text` as valid Unicode: two surrogates that form a pair become their character, a lone one U+FFFD.

    JSON written by other programs brings surrogates along; neither a tokenizer nor a UTF-8 request body takes them.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def states_of(
    ids: Sequence[int] | NDArray[np.int32], rows: NDArray[np.float32], vector: NDArray[np.float32]
) -> TokenStates:
    """Hidden states by tokens in the form of comparison: unit length, float16."""
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return TokenStates(np.asarray(ids, np.int32), (rows / lengths).astype(np.float16), vector)
