"""The token states of turns and questions, in the form in which they are stored and compared.

`graphmem/services/heads/tokens` holds a basis for each local embedder, written by `make heads`. Without one, or with
an embedder that tells no states, a turn is stored without, and nothing is compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from graphmem.cognition.late_interaction import Asked, Basis
from graphmem.cognition.pair_head import Rarity
from graphmem.errors import EmbeddingError
from graphmem.ports import Embedder, Purpose, TokenStates, Vectors

FOLDER = "heads/tokens"

AT_ONCE, CHARACTERS = 64, 20_000
"""Texts, and characters of them, whose states are read at a time, twice: 8 MB at the most."""


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
    if basis is None or getattr(embedder, "tokens", None) is None:
        return Passages(await embedder.embed(texts, Purpose.PASSAGE), [None] * len(texts))
    vectors = np.empty((len(texts), embedder.dimensions), np.float32)
    packed: list[bytes | None] = [None] * len(texts)
    parts = _parts(texts)

    async def work() -> bool:
        for part in parts:
            read = await _states(embedder, texts[part], Purpose.PASSAGE)
            if read is None:
                return False
            for place, one in enumerate(read, start=part.start):
                vectors[place], packed[place] = one.vector, basis.packed(one.ids, one.rows)
        return True

    # One waits for the encoder while what the other has is packed.
    done = await _together(work(), work())
    return Passages(vectors, packed) if all(done) else Passages(await embedder.embed(texts, Purpose.PASSAGE), packed)


def _parts(texts: Sequence[str]) -> Iterator[slice]:
    """Consecutive slices that cover the texts."""
    start = characters = 0
    for place, text in enumerate(texts):
        characters += len(text)
        if place - start + 1 == AT_ONCE or characters >= CHARACTERS:
            yield slice(start, place + 1)
            start, characters = place + 1, 0
    if start < len(texts):
        yield slice(start, len(texts))


async def _together(*work: Coroutine[Any, Any, bool]) -> list[bool]:
    """Both at once; when one fails the other is over before that is told."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in work]
    except* EmbeddingError as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]


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
