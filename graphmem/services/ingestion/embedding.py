"""Vectors of the texts that a transaction makes out of two: embedded between two attempts of it, never inside one.

A plan is made under the owner's lock, and only it knows what the gate puts together; an embedder behind HTTP may take
half a minute, in which nobody else could write. So a plan whose texts have no vectors yet ends its transaction, they
are embedded, and it is made anew: where it comes to the same texts it is written, else it takes another round. An
embedder at hand takes milliseconds, less than a second plan: the transaction waits for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from graphmem.errors import EmbeddingError
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.store.database import Database, Transaction

T = TypeVar("T")

ROUNDS = 4
"""Attempts of a transaction that find other texts each time, because the owner is written to meanwhile; after the last
one what has no vector is left to the backfill."""


class _Unembedded(Exception):  # noqa: N818 - no error: it ends a transaction that will be run again
    """A plan made texts that have no vector yet."""

    def __init__(self, texts: list[str]) -> None:
        super().__init__(f"{len(texts)} texts")
        self.texts = texts


class Embedded:
    """The vectors that the attempts of one transaction have so far; None for what could not be embedded."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._at_hand = bool(getattr(embedder, "at_hand", False))
        self._known: dict[str, Vectors | None] = {}
        self._rounds = 1

    async def of(self, texts: Sequence[str]) -> list[Vectors | None]:
        """The vector of each text, in order. Where one is missing and may still be made, it is made here by an embedder
        at hand, and ends the transaction with any other."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing and self._at_hand:
            await self.add(missing)
        elif missing and self._rounds < ROUNDS:
            raise _Unembedded(missing)
        return [self._known.get(text) for text in texts]

    async def add(self, texts: Sequence[str]) -> None:
        """Embed texts; None stands for each when the embedder fails, and the backfill makes them later."""
        self._rounds += 1
        try:
            vectors: Sequence[Vectors | None] = list(await self._embedder.embed(texts, Purpose.PASSAGE))
        except EmbeddingError:
            vectors = [None] * len(texts)
        self._known |= dict(zip(texts, vectors, strict=True))


async def write(database: Database, embedder: Embedder, work: Callable[[Transaction, Embedded], Awaitable[T]]) -> T:
    """Run `work` in a transaction, again while texts of it lack their vectors, which are made in between."""
    embedded = Embedded(embedder)

    async def attempt(transaction: Transaction) -> T:
        return await work(transaction, embedded)

    while True:
        try:
            return await database.write(attempt)
        except _Unembedded as unembedded:
            await embedded.add(unembedded.texts)
