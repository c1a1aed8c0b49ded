"""A cache of query vectors, since a conversation asks the same thing again and again.

Least recently used first out, 200 queries, 30 minutes. `cachetools.TTLCache` keeps both orders: a hit renews a query's
place, not its time. Keys are digests, so the texts themselves are not kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

import numpy as np
from cachetools import TTLCache
from numpy.typing import NDArray

from graphmem.ports import Purpose, TokenStates, Vectors
from graphmem.providers.embedder import ClosableEmbedder

T = TypeVar("T")
_Key: TypeAlias = bytes
_Vector: TypeAlias = NDArray[np.float32]


class CachedEmbedder:
    """An `Embedder` in front of another, for one conversation. Only queries are cached, not passages.

    `hits` counts queries answered from the cache, `misses` those sent on.
    """

    def __init__(
        self,
        inner: ClosableEmbedder,
        size: int = 200,
        ttl: float = 1800.0,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`size` is the number of queries kept, `ttl` seconds from the time a vector was made, by `clock`."""
        self._inner = inner
        self._known: TTLCache[_Key, _Vector] = TTLCache(size, ttl, timer=clock)
        self._underway: dict[_Key, asyncio.Task[dict[_Key, _Vector]]] = {}
        self.hits = 0
        self.misses = 0

    @property
    def model(self) -> str:
        return self._inner.model

    @property
    def dimensions(self) -> int:
        return self._inner.dimensions

    @property
    def at_hand(self) -> bool:
        """Whether the inner embedder computes in this process."""
        return bool(getattr(self._inner, "at_hand", False))

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        """Embed as the inner embedder. A failure is not cached, and reaches all who wait for the same text."""
        if purpose is not Purpose.QUERY or not texts:
            return await self._inner.embed(texts, purpose)
        wanted = {self._key(text): text for text in texts}
        vectors = {key: vector for key in wanted if (vector := self._known.get(key)) is not None}
        missing = [key for key in wanted if key not in vectors]
        new = {key: wanted[key] for key in missing if key not in self._underway}
        self.misses += len(new)
        self.hits += len(texts) - len(new)
        if new:
            self._underway.update(dict.fromkeys(new, self._start(new)))
        for task in {self._underway[key] for key in missing}:
            # Shielded: when this caller is cancelled, others may wait for the same vectors.
            vectors |= await asyncio.shield(task)
        return np.stack([vectors[self._key(text)] for text in texts])

    async def tokens(self, texts: Sequence[str], purpose: Purpose = Purpose.PASSAGE) -> list[TokenStates] | None:
        """Token states of the inner embedder; None if it has none."""
        reader = getattr(self._inner, "tokens", None)
        return None if reader is None else cast("list[TokenStates] | None", await reader(texts, purpose))

    async def read(self, texts: Sequence[str], made: Callable[[TokenStates], T]) -> list[T] | None:
        """The result of the inner embedder's `read`; None if it has no token states."""
        reader = getattr(self._inner, "read", None)
        return None if reader is None else cast("list[T] | None", await reader(texts, made))

    def clear(self) -> None:
        """Empty the cache, as at a conversation's end; vectors still being computed will not be kept."""
        self._known.clear()
        self._underway.clear()

    async def aclose(self) -> None:
        """Empty the cache and close the inner embedder. A conversation that shares it calls `clear` instead."""
        self.clear()
        await self._inner.aclose()

    def _start(self, texts: dict[_Key, str]) -> asyncio.Task[dict[_Key, _Vector]]:
        task = asyncio.create_task(self._fetch(texts))
        task.add_done_callback(_mark_failure_seen)
        return task

    async def _fetch(self, texts: dict[_Key, str]) -> dict[_Key, _Vector]:
        this = asyncio.current_task()
        try:
            rows = await self._inner.embed(list(texts.values()), Purpose.QUERY)
            vectors = {key: row.copy() for key, row in zip(texts, rows, strict=True)}
            # The key is no longer under way: `clear` came in between, so the vector is outdated.
            self._known.update({key: row for key, row in vectors.items() if self._underway.get(key) is this})
            return vectors
        finally:
            for key in texts:
                if self._underway.get(key) is this:
                    del self._underway[key]

    def _key(self, text: str) -> _Key:
        content = "\0".join((self.model, Purpose.QUERY, text))
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()


def _mark_failure_seen(task: asyncio.Task[dict[_Key, _Vector]]) -> None:
    """Mark a failure as seen, since asyncio complains if all callers were cancelled before it."""
    if not task.cancelled():
        task.exception()
