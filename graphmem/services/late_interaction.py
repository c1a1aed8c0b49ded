"""The token states of turns and questions, in the form in which they are stored and compared.

`graphmem/services/heads/tokens` holds a basis for each local embedder, written by `make heads`. Without one, or with
an embedder that tells no states, a turn is stored without, and nothing is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from graphmem.cognition.late_interaction import Asked, Basis
from graphmem.cognition.pair_head import Rarity
from graphmem.errors import EmbeddingError
from graphmem.ports import Embedder, Purpose, TokenStates, Vectors

FOLDER = "heads/tokens"

AT_ONCE = 16
"""Texts whose states are read at a time: 6 MB at the most, and what else is to be embedded waits for no more."""


@dataclass(frozen=True, slots=True)
class Passages:
    """What was read of some texts: a unit vector each, and the states of each as they are stored, None without."""

    vectors: Vectors
    states: Sequence[bytes | None]


@cache
def basis_of(model: str) -> Basis | None:
    """The basis of an embedder; None where there is none. Reads the file once, a few milliseconds."""
    file = files("graphmem.services") / FOLDER / f"{model}.npz"
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        rare = Rarity(kept["token_ids"], kept["token_rarity"].astype(np.float32), float(kept["token_unseen"]))
        mean, axes = kept["mean"].astype(np.float32), kept["axes"].astype(np.float32)
        return Basis(mean, axes, rare, bytes(kept["tag"].tobytes()))


async def read_passages(embedder: Embedder, texts: Sequence[str]) -> Passages:
    """Embed texts and read their states on the way. Raises EmbeddingError as the embedder does."""
    basis = basis_of(embedder.model)
    found = Passages(np.empty((len(texts), embedder.dimensions), np.float32), [])
    packed: list[bytes | None] = []
    for start in range(0, len(texts), AT_ONCE):
        part = texts[start : start + AT_ONCE]
        read = None if basis is None else await _states(embedder, part, Purpose.PASSAGE)
        if basis is None or read is None:
            vectors = await embedder.embed(texts, Purpose.PASSAGE)
            return Passages(vectors, [None] * len(texts))
        found.vectors[start : start + len(part)] = [one.vector for one in read]
        packed += [basis.packed(one.ids, one.rows) for one in read]
    return Passages(found.vectors, packed)


async def read_question(embedder: Embedder, text: str) -> Asked | None:
    """The tokens of a question that was embedded a moment ago; None where they are not to be had."""
    basis = basis_of(embedder.model)
    if basis is None:
        return None
    try:
        read = await _states(embedder, [text], Purpose.QUERY)
    except EmbeddingError:
        return None
    return None if read is None else basis.asked(read[0].ids, read[0].rows)


async def _states(embedder: Embedder, texts: Sequence[str], purpose: Purpose) -> Sequence[TokenStates] | None:
    reader = getattr(embedder, "tokens", None)
    found: Sequence[TokenStates] | None = None if reader is None else await reader(texts, purpose)
    return found
