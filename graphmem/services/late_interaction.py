"""Token states of turns and questions, in the form in which they are stored and compared.

`graphmem/services/heads/tokens` has a basis for each local embedder, written by `make heads`. Without one, or with an
embedder that gives no states, turns are stored without states, and nothing is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from graphmem.cognition.late_interaction import Basis, QuestionTokens
from graphmem.cognition.pair_head import Rarity
from graphmem.errors import EmbeddingError
from graphmem.ports import Embedder, Purpose, TokenStates, Vectors

FOLDER = "heads/tokens"


@dataclass(frozen=True, slots=True)
class Passages:
    """The reading of some texts: a unit vector each, and each one's packed states, None without."""

    vectors: Vectors
    states: Sequence[bytes | None]


@cache
def basis_of(model: str) -> Basis | None:
    """The basis of an embedder; None without a file. Reads the file once, a few milliseconds."""
    file = files("graphmem.services") / FOLDER / f"{model}.npz"
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        rare = Rarity(kept["token_ids"], kept["token_rarity"].astype(np.float32), float(kept["token_unseen"]))
        mean, axes = kept["mean"].astype(np.float32), kept["axes"].astype(np.float32)
        return Basis(mean, axes, rare, bytes(kept["tag"].tobytes()))


def axes_of(model: str) -> bytes | None:
    """The tag of the axes along which this embedder's states are stored; None without axes."""
    basis = basis_of(model)
    return None if basis is None else basis.tag


async def read_passages(embedder: Embedder, texts: Sequence[str]) -> Passages:
    """Embed texts and pack their states in the model's threads. Raises EmbeddingError like the embedder."""
    basis, reader = basis_of(embedder.model), getattr(embedder, "read", None)
    found: list[tuple[Vectors, bytes]] | None = None
    if basis is not None and reader is not None and texts:
        found = await reader(texts, lambda one: (one.vector, basis.packed(one.ids, one.rows)))
    if found is None:
        return Passages(await embedder.embed(texts, Purpose.PASSAGE), [None] * len(texts))
    return Passages(np.stack([vector for vector, _ in found]), [packed for _, packed in found])


async def read_question(embedder: Embedder, text: str) -> QuestionTokens | None:
    """The token states of a question that was just embedded; None if they are unavailable."""
    basis, reader = basis_of(embedder.model), getattr(embedder, "tokens", None)
    if basis is None or reader is None:
        return None
    try:
        read: Sequence[TokenStates] | None = await reader([text], Purpose.QUERY)
    except EmbeddingError:
        return None
    return None if read is None else basis.asked(read[0].ids, read[0].rows)
