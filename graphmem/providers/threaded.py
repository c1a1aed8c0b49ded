"""Local models in threads of their own, so that the event loop is never blocked.

Two lanes share one model, each with a thread per core. Queries have a lane to themselves and start at once, however
busy mining is. All other texts go through the second lane, in slices of a few texts. A call keeps only a few slices
there, so concurrent calls take turns, and a cancelled call leaves within a slice. The models release the GIL.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from graphmem.errors import EmbeddingError
from graphmem.ports import Purpose, TokenStates, Vectors
from graphmem.providers.concurrently import concurrently
from graphmem.providers.usage import MEMORY_EMBED, Usage, UsageSink, unmetered

SLICE_TEXTS = 8
SLICE_CHARACTERS = 4_000
"""A slice is what a pool thread does in one go, about 50 ms of bge-small on a core: at most so many
texts, closed early once it holds so many characters."""

SHORT = 500
"""Characters of texts whose states are kept when they are embedded: the most that statements have."""

KEPT_TOKENS = 16_384
"""Tokens whose states are kept, least recently used first out: 13 MB at a width of 384."""

EXPRESS_QUERIES = 4
"""More queries in one call are bulk work (an evaluation) and go to the pool, which uses all cores."""


T = TypeVar("T")
Work: TypeAlias = Callable[[slice], int]
"""The work of a lane's thread on a slice of texts; returns the tokens it read."""


class LocalModel(Protocol):
    """A sentence encoder for several threads at once; each call computes in its caller's thread."""

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def vector(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], int]:
        """The text's unit vector, shape (dimensions,), and the tokens read. Raises EmbeddingError."""
        ...

    def states(self, text: str, purpose: Purpose) -> tuple[TokenStates, int]:
        """The text's vector with the hidden states of its tokens, and the tokens read. Raises EmbeddingError."""
        ...


class ThreadedEmbedder:
    """An `Embedder` on a local model. A text's result never depends on other texts."""

    at_hand = True

    def __init__(self, model: LocalModel, usage: UsageSink = unmetered, *, threads: int | None = None) -> None:
        """`threads` of each lane defaults to the cores this process may use."""
        self._model = model
        self._usage = usage
        self._threads = threads or _cores()
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="graphmem-embed")
        self._express = ThreadPoolExecutor(self._threads, thread_name_prefix="graphmem-query")
        self._states: LRUCache[tuple[Purpose, str], TokenStates] = LRUCache(KEPT_TOKENS, getsizeof=_size)
        self._keeping = threading.Lock()
        self._closed = False

    @property
    def model(self) -> str:
        return self._model.model

    @property
    def dimensions(self) -> int:
        return self._model.dimensions

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        """One row per text. Raises EmbeddingError when the model cannot be loaded, or the embedder was closed."""
        self._check_open()
        rows = np.empty((len(texts), self.dimensions), np.float32)
        if not texts:
            return rows
        if purpose is Purpose.QUERY and len(texts) <= EXPRESS_QUERIES:
            parts = (slice(row, row + 1) for row in range(len(texts)))
            each = (self._run(self._express, partial(self._fill, texts, purpose, rows), part) for part in parts)
            tokens = sum(await concurrently(each))
        else:
            tokens = await self._in_slices(texts, partial(self._fill, texts, purpose, rows))
        self._usage(Usage(MEMORY_EMBED, self.model, calls=1, texts=len(texts), tokens=tokens))
        return rows

    async def tokens(self, texts: Sequence[str], purpose: Purpose = Purpose.PASSAGE) -> list[TokenStates]:
        """The states of each text; recently embedded ones come from the cache. As `embed`."""
        self._check_open()
        distinct = dict.fromkeys(texts)
        with self._keeping:
            found = {text: states for text in distinct if (states := self._states.get((purpose, text))) is not None}
        missing = [text for text in distinct if text not in found]
        if missing:
            read = await concurrently(self._read_apart(text, purpose) for text in missing)
            found |= dict(zip(missing, (states for states, _ in read), strict=True))
            tokens = sum(count for _, count in read)
            self._usage(Usage(MEMORY_EMBED, self.model, calls=1, texts=len(missing), tokens=tokens))
        return [found[text] for text in texts]

    async def read(self, texts: Sequence[str], made: Callable[[TokenStates], T]) -> list[T]:
        """Apply `made` to the vector and the states of each passage, in a thread of the model.

        So the states of many are never in memory together. As `embed`.
        """
        self._check_open()
        found: dict[int, T] = {}

        def work(part: slice) -> int:
            read = 0
            for row in range(part.start, part.stop):
                self._check_open()
                # Not cached: many passages would displace the statements, which are read again beside newer ones.
                states, tokens = self._model.states(texts[row], Purpose.PASSAGE)
                found[row] = made(states)
                read += tokens
            return read

        if texts:
            tokens = await self._in_slices(texts, work)
            self._usage(Usage(MEMORY_EMBED, self.model, calls=1, texts=len(texts), tokens=tokens))
        return [found[row] for row in range(len(texts))]

    async def aclose(self) -> None:
        """Stop both lanes within a text's time; a call still under way raises EmbeddingError."""
        self._closed = True
        await asyncio.to_thread(self._pool.shutdown)
        await asyncio.to_thread(self._express.shutdown)

    async def _in_slices(self, texts: Sequence[str], work: Work) -> int:
        """Have the pool work on slices of the texts and return the tokens read."""
        waiting = _slices(texts)

        async def some() -> int:
            tokens = 0
            for part in waiting:
                tokens += await self._run(self._pool, work, part)
            return tokens

        # Twice the threads, so that a busy event loop leaves no thread idle between two slices.
        return sum(await concurrently(some() for _ in range(2 * self._threads)))

    async def _run(self, lane: ThreadPoolExecutor, work: Work, part: slice) -> int:
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(lane, work, part)

    def _fill(self, texts: Sequence[str], purpose: Purpose, rows: Vectors, part: slice) -> int:
        """Write the vectors of a slice's texts into their rows and return the tokens read, in a lane's thread."""
        read = 0
        for row in range(part.start, part.stop):
            self._check_open()
            text = texts[row]
            if len(text) <= SHORT:
                states, tokens = self._read(text, purpose)
                rows[row] = states.vector
            else:
                rows[row], tokens = self._model.vector(text, purpose)
            read += tokens
        return read

    async def _read_apart(self, text: str, purpose: Purpose) -> tuple[TokenStates, int]:
        lane = self._express if purpose is Purpose.QUERY else self._pool
        return await asyncio.get_running_loop().run_in_executor(lane, self._read, text, purpose)

    def _read(self, text: str, purpose: Purpose) -> tuple[TokenStates, int]:
        """Read the states of a text in a lane's thread; short ones are cached. Also return the tokens read."""
        self._check_open()
        states, tokens = self._model.states(text, purpose)
        if len(text) <= SHORT:
            with self._keeping:
                self._states[purpose, text] = states
        return states, tokens

    def _check_open(self) -> None:
        if self._closed:
            raise EmbeddingError(f"embedder {self.model} is closed.", remedy="Open a new one.")


def _size(states: TokenStates) -> int:
    return len(states.ids) + 1


def _slices(texts: Sequence[str]) -> Iterator[slice]:
    """Consecutive slices that cover `texts`, each of about equal work."""
    start = characters = 0
    for position, text in enumerate(texts):
        characters += len(text)
        if position - start + 1 == SLICE_TEXTS or characters >= SLICE_CHARACTERS:
            yield slice(start, position + 1)
            start, characters = position + 1, 0
    if start < len(texts):
        yield slice(start, len(texts))


def _cores() -> int:
    """The cores this process may run on; a container often has fewer than the machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
