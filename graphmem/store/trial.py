"""A trial database: one transaction, rolled back at its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar, cast

from neo4j import AsyncManagedTransaction

from graphmem.store.database import Database, Row, Transaction, translated
from graphmem.store.queries import Query

T = TypeVar("T")

TRIAL_SECONDS = 120.0
"""The server ends a trial after this time."""


@asynccontextmanager
async def trial(database: Database) -> AsyncIterator[Database]:
    """A database whose statements see their own writes, which nobody else ever sees."""
    with translated(database.address):
        async with (
            database.session() as session,
            await session.begin_transaction(timeout=TRIAL_SECONDS) as transaction,
        ):
            # It has all methods of a managed transaction that a unit of work uses.
            yield _Trial(database, _OneByOne(cast(AsyncManagedTransaction, transaction)))
            await transaction.rollback()  # an error also rolls back


class _OneByOne(Transaction):
    """A transaction that runs one statement at a time, from whichever task."""

    def __init__(self, inner: AsyncManagedTransaction) -> None:
        super().__init__(inner)
        self._one = asyncio.Lock()

    async def run(self, query: Query, **params: object) -> list[Row]:
        async with self._one:
            return await super().run(query, **params)


class _Trial(Database):
    """The methods of a database that recall and observe use."""

    def __init__(self, database: Database, transaction: Transaction) -> None:
        super().__init__(database.driver, database.address)
        self._transaction = transaction
        self.leader = transaction

    async def run(self, query: Query, **params: object) -> list[Row]:
        with translated(self.address):
            return await self._transaction.run(query, **params)

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        with translated(self.address):
            return await work(self._transaction)
