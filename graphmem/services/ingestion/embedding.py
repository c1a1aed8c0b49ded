"""Embeds the texts that a transaction makes between two attempts of it, never inside one.

Only the plan, made under the owner's lock, knows which texts the gate revises. An embedder behind HTTP may take half a
minute, during which nobody else could write. So a plan with unembedded texts ends its transaction; they are embedded,
and the plan is made again. If it has the same texts it is written, else another round follows. A local embedder takes
milliseconds, less than a second plan, so the transaction waits for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from graphmem.errors import EmbeddingError
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.store.database import Database, Transaction

T = TypeVar("T")

ROUNDS = 4
"""Most attempts of a transaction whose texts differ each time because of other writers.
After the last, texts without vectors are left to the backfill."""


class _Unembedded(Exception):  # noqa: N818 - no error: it ends a transaction that will be run again
    """Ends a transaction whose plan made texts without vectors."""

    def __init__(self, texts: list[str]) -> None:
        super().__init__(f"{len(texts)} texts")
        self.texts = texts


class Embedded:
    """The vectors that the attempts of one transaction have so far; None for texts that failed."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._at_hand = bool(getattr(embedder, "at_hand", False))
        self._known: dict[str, Vectors | None] = {}
        self._rounds = 1

    async def of(self, texts: Sequence[str]) -> list[Vectors | None]:
        """The vector of each text, in order; None for texts that failed, or are missing after ROUNDS.
        A local embedder makes missing ones here; with a remote one they end the transaction (_Unembedded)."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing and self._at_hand:
            await self.add(missing)
        elif missing and self._rounds < ROUNDS:
            raise _Unembedded(missing)
        return [self._known.get(text) for text in texts]

    async def add(self, texts: Sequence[str]) -> None:
        """Embed texts; if the embedder fails each gets None, and the backfill embeds them later."""
        self._rounds += 1
        try:
            vectors: Sequence[Vectors | None] = list(await self._embedder.embed(texts, Purpose.PASSAGE))
        except EmbeddingError:
            vectors = [None] * len(texts)
        self._known |= dict(zip(texts, vectors, strict=True))


async def write(database: Database, embedder: Embedder, work: Callable[[Transaction, Embedded], Awaitable[T]]) -> T:
    """Run `work` in a transaction, and again while its texts lack vectors, embedding them in between."""
    embedded = Embedded(embedder)

    async def attempt(transaction: Transaction) -> T:
        return await work(transaction, embedded)

    while True:
        try:
            return await database.write(attempt)
        except _Unembedded as unembedded:
            await embedded.add(unembedded.texts)
