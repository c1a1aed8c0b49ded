"""Connection to Neo4j: driver, transactions by a query's mode, and translated errors.

Reads run in read transactions and may be routed to a secondary. The driver retries writes after transient errors, so a
transaction function must be safe to repeat (every write in `cypher/` MERGEs on a deterministic id).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, LiteralString, Protocol, Self, TypeVar, cast

import neo4j
from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncSession,
    Record,
    RoutingControl,
)
from neo4j.exceptions import ConfigurationError as DriverConfigurationError
from neo4j.exceptions import DriverError, IncompleteCommit, Neo4jError, ServiceUnavailable
from neo4j.time import DateTime

from graphmem.counting import COUNTED
from graphmem.errors import ConfigurationError, DatabaseVersionError
from graphmem.model.quota import Quota
from graphmem.store import commits
from graphmem.store.address import Address as Address
from graphmem.store.bookmarks import Bookmarks
from graphmem.store.failures import timed_out as timed_out
from graphmem.store.failures import translated as translated
from graphmem.store.queries import Mode, Query, bind
from graphmem.store.refusals import is_bookmark_refused

Row = dict[str, Any]
T = TypeVar("T")

MINIMUM_VERSION = (2026, 1)
"""First calendar release whose Cypher 25 has SEARCH with filters inside the vector index."""

CONNECTIONS = 100
"""Most connections of a pool; the driver's default."""

RETRY_SECONDS = 30.0
"""The driver's own default: a cluster may need most of it to choose a leader."""

FIRST_PAUSE, LONGER = 0.5, 1.2
"""First pause between retries in seconds, and the growth factor of the next. The driver's factor 2
would reach a new leader half a minute late, and give up on a leaderless cluster after twice RETRY_SECONDS."""

ACQUISITION_SECONDS = 60.0
"""Longest wait for a connection: on a busy machine an owner's last writes wait half a minute."""

WRITERS = CONNECTIONS // 2
"""Concurrent write transactions, half the pool: some need a second connection (`Database.leader`).
Those that wait for an owner's lock must not use up all connections."""

WRITE_SECONDS = 120.0
"""The server ends a longer write transaction: a stalled process must not lock its owner for ever.
Waiting for the lock counts, so it is many times what a batch takes."""

CLOSE_SECONDS = 2.0
"""Limit of the clean-up in `aclose`; a later process cleans up what is left."""

COMPILED = 5
"""Attempts at a statement that fails to compile because the schema keeps changing."""

REREAD = 3
"""Repetitions of a read after the connection to the leader was lost in COMMIT."""

_SCHEMA_MOVES = "frequent schema changes"
_VERSION = bind("schema/server_version", __name__)


class Runner(Protocol):
    """Runs statements: a transaction, or `Database.leader` outside it."""

    async def run(self, query: Query, **params: object) -> list[Row]:
        """Run one statement and return all of its rows."""


class Transaction:
    """A transaction as a unit of work sees it: queries as values, rows as dictionaries."""

    def __init__(self, inner: AsyncManagedTransaction, unit: commits.Unit[Any] | None = None) -> None:
        self._inner = inner
        self._unit = unit
        """The unit to mark before the first write, since no transaction both writes and changes the schema."""

    async def run(self, query: Query, **params: object) -> list[Row]:
        """Run one statement inside this transaction and return all of its rows."""
        if self._unit is not None and query.mode is Mode.WRITE:
            unit, self._unit = self._unit, None
            await self._inner.run(_literal(commits.MARK), place=unit.place, unit=unit.name)
        COUNTED.statements += 1
        result = await self._inner.run(_literal(query), _checked(query, params))
        return [_row(record) async for record in result]


First = Callable[[Transaction], Awaitable[None]]

before_writes: ContextVar[First | None] = ContextVar("first", default=None)
"""Statements that this task and its child tasks run at the start of each of their write transactions."""


class Database:
    """A connected Neo4j. `connect` opens it and `aclose` closes it; one per process is enough."""

    def __init__(self, driver: AsyncDriver, address: Address) -> None:
        self.driver = driver
        self.address = address
        self.leader: Runner = _Leader(self)
        self.bookmarks = Bookmarks()
        self.quota = Quota()
        self._places = commits.Places()
        self._writing = asyncio.Semaphore(WRITERS)

    @classmethod
    async def connect(
        cls, address: Address, *, connections: int = CONNECTIONS, retry_seconds: float = RETRY_SECONDS
    ) -> Self:
        """Open a pool and check that the server answers, accepts the login and is new enough.

        Transient errors are retried for `retry_seconds`, with growing pauses. Raises DatabaseUnavailableError,
        DatabaseLoginError, DatabaseVersionError or ConfigurationError.
        """
        database = cls(_driver(address, connections, retry_seconds), address)
        try:
            await database._check_version()
        except BaseException:
            await database.aclose()
            raise
        return database

    async def move(self, address: Address) -> None:
        """Reconnect to the same data at another address, after its server was restarted."""
        if address != self.address:
            former, self.driver, self.address = self.driver, _driver(address), address
            self.bookmarks = Bookmarks()
            await former.close()

    async def _check_version(self) -> None:
        with translated(self.address):
            # One attempt, without the driver's half minute of retries, so that a wrong address fails at once.
            try:
                server = await self.driver.get_server_info()
            except ValueError as error:  # the driver's error for a host name that does not resolve
                raise ServiceUnavailable(str(error)) from error
        # The version from the handshake ("Neo4j/2026.09.0"): a server that has just started takes seconds over its
        # first statement.
        version = server.agent.partition("/")[2] or "unknown"
        if _parsed(version) < MINIMUM_VERSION:
            raise DatabaseVersionError(
                f"Neo4j {version} at {self.address.uri} is too old.",
                remedy="graphmem needs 2026.01 or newer: upgrade it, or unset NEO4J_URI to use the embedded server.",
            )

    async def server_version(self) -> str:
        """The server's version, like "2026.09.0", or "unknown"."""
        rows = await self.run(_VERSION)
        return str(rows[0]["version"]) if rows else "unknown"

    async def aclose(self) -> None:
        """Remove this process's commit marks and close the pool. Safe to call twice."""
        if self._places.used:
            places, self._places = self._places.used, commits.Places()
            with suppress(Neo4jError, DriverError, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._managed(commits.REMOVE, {"places": places})
        await self.driver.close()

    def session(self, access: str = WRITE_ACCESS) -> AsyncSession:
        """A session that sees what this process wrote and what the sender of the request has seen."""
        return self.driver.session(
            database=self.address.database, default_access_mode=access, bookmark_manager=self.bookmarks
        )

    async def run(self, query: Query, **params: object) -> list[Row]:
        """Run one statement in the transaction that its header asks for, and return all rows."""
        given = _checked(query, params)
        if query.mode is Mode.WRITE and (self.address.routed or before_writes.get() is not None):
            return await self.write(lambda transaction: transaction.run(query, **given))
        once = self._read if query.mode is Mode.READ else self._managed
        with translated(self.address):
            return await _compiled(lambda: once(query, given))

    async def write_within(self, seconds: float, query: Query, /, **params: object) -> list[Row]:
        """Run one writing statement that the server ends after `seconds`, waits for locks included.

        Raises a DatabaseError that is `timed_out` when the server ended it.
        """
        given = _checked(query, params)
        with translated(self.address):
            return await self._managed(query, given, seconds=seconds)

    async def _read(self, query: Query, params: dict[str, object], access: str = READ_ACCESS) -> list[Row]:
        """Read in one round trip: an auto-commit statement, which the server does not let write.

        BEGIN and COMMIT would cost a fifth of a recall's time. The driver does not retry auto-commit statements, so a
        transient error falls back to a managed transaction, which it does retry. A read may be repeated, so a COMMIT
        lost at the leader is no problem here.
        """
        COUNTED.statements += 1
        try:
            async with self.session(access) as session:
                return [_row(record) async for record in await session.run(_literal(query), params)]
        except (Neo4jError, DriverError) as error:
            if is_bookmark_refused(error) or not (error.is_retryable() or isinstance(error, IncompleteCommit)):
                raise
        for _ in range(REREAD):
            with suppress(IncompleteCommit):
                return await self._managed(query, params, access)
        return await self._managed(query, params, access)

    async def stream(self, query: Query, **params: object) -> AsyncIterator[Row]:
        """Yield the rows of a read one by one; neither server nor client holds all of them."""
        given = _checked(query, params)
        COUNTED.statements += 1
        with translated(self.address):
            async with self.session(READ_ACCESS) as session:
                async for record in await session.run(_literal(query), given):
                    yield _row(record)

    async def _managed(
        self, query: Query, params: dict[str, object], access: str = WRITE_ACCESS, *, seconds: float | None = None
    ) -> list[Row]:
        """Run one statement in a managed transaction, which the driver retries after transient errors."""
        COUNTED.statements += 1
        COUNTED.transactions += access == WRITE_ACCESS
        routing = RoutingControl.READ if access == READ_ACCESS else RoutingControl.WRITE
        statement = neo4j.Query(_literal(query), timeout=seconds)
        result = await self.driver.execute_query(
            statement,
            params,
            routing_=routing,
            database_=self.address.database,
            bookmark_manager_=self.bookmarks,
        )
        return [_row(record) for record in result.records]

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run several statements in one write transaction: either all of it commits, or nothing.

        The driver may call `work` again after a transient error (deadlock, leader switch), so it must not have effects
        outside the transaction.
        """

        async def once() -> T:
            if not self.address.routed:
                return await self._transact(work)
            with self._places.taken() as place:
                marked = partial(self._transact, self._marked(place))
                return await commits.Unit[T](place, partial(self._transact, work), marked).once()

        with translated(self.address):
            async with self._writing:
                return await _compiled(once)

    async def _transact(self, work: Callable[[Transaction], Awaitable[T]], marked: commits.Unit[T] | None = None) -> T:
        @neo4j.unit_of_work(timeout=WRITE_SECONDS)
        async def unit(inner: AsyncManagedTransaction) -> T:
            COUNTED.transactions += 1
            transaction = Transaction(inner, marked and marked.again())
            if (begin := before_writes.get()) is not None:
                await begin(transaction)
            result = await work(transaction)
            if marked is not None:
                marked.result = result
            return result

        async with self.session() as session:
            return await session.execute_write(unit)

    @staticmethod
    def _marked(place: str) -> Callable[[Transaction], Awaitable[str | None]]:
        async def read(transaction: Transaction) -> str | None:
            unit: str | None = (await transaction.run(commits.MARKED, place=place))[0]["unit"]
            return unit

        return read

    @asynccontextmanager
    async def locks_held(self, query: Query, **params: object) -> AsyncIterator[None]:
        """Keep the locks of a statement while the block runs, then roll back what it wrote.

        The transaction has no time limit. Other statements run beside it.
        """
        given = _checked(query, params)
        with translated(self.address):
            async with self.session() as session, await session.begin_transaction(timeout=0) as transaction:
                await (await transaction.run(_literal(query), given)).consume()
                if self.address.routed:
                    await self.leader.run(_VERSION)  # its bookmark: later reads see all earlier writes of others
                yield
                await transaction.rollback()


def _driver(address: Address, connections: int = CONNECTIONS, retry_seconds: float = RETRY_SECONDS) -> AsyncDriver:
    try:
        return AsyncGraphDatabase.driver(
            address.uri,
            auth=(address.user, address.password),
            max_connection_pool_size=connections,
            connection_timeout=10,
            connection_acquisition_timeout=ACQUISITION_SECONDS,
            max_transaction_retry_time=retry_seconds,
            initial_retry_delay=FIRST_PAUSE,
            retry_delay_multiplier=LONGER,
            liveness_check_timeout=60,
            telemetry_disabled=True,
            notifications_min_severity="OFF",
            user_agent="graphmem",
        )
    except (DriverConfigurationError, ValueError) as error:
        raise ConfigurationError(
            f"NEO4J_URI {address.uri!r} is no Bolt address ({error}).",
            remedy="Write bolt://host:7687, neo4j://… or neo4j+s://….",
        ) from error


class _Leader:
    """Reads at the leader, outside any transaction: all that is committed, also by other processes.

    A writer that holds its owner's lock may read the owner's memories here while its transaction does something else:
    nobody else changes them before it commits.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self, query: Query, **params: object) -> list[Row]:
        if query.mode is not Mode.READ:
            raise TypeError(f"{query.name} writes: run it in the transaction")
        given = _checked(query, params)
        with translated(self._database.address):
            return await self._database._read(query, given, WRITE_ACCESS)


async def _compiled(work: Callable[[], Awaitable[T]]) -> T:
    """Run a read or a whole transaction, and repeat it when a schema change stopped a compilation.

    On a slow machine that lasts a while after a store's first start: every filled index and every new name is a change.
    The server gives up after a few tries, and the driver takes its error for a final one.
    """
    for attempt in range(1, COMPILED):
        try:
            return await work()
        except Neo4jError as error:
            if _SCHEMA_MOVES not in str(error.message):
                raise
        await asyncio.sleep(attempt)
    return await work()


def _checked(query: Query, params: dict[str, object]) -> dict[str, object]:
    """Check that exactly the declared parameters are given, so that no statement runs without its $owner."""
    if params.keys() != query.params:
        raise TypeError(f"{query.name} takes {sorted(query.params)}, was given {sorted(params)}")
    return params


def _literal(query: Query) -> LiteralString:
    # The driver asks for a literal to prevent concatenation; the text of a query file is fixed as well.
    return cast(LiteralString, query.text)  # type: ignore[redundant-cast]


def _row(record: Record) -> Row:
    return {key: _plain(record[key]) for key in record.keys()}  # noqa: SIM118 - a Record iterates over its values


_NESTED = frozenset({DateTime, dict, list})


def _plain(value: object) -> object:
    """Turn the driver's times into Python's; leave all other values alone."""
    if isinstance(value, DateTime):
        return value.to_native()
    if isinstance(value, list):
        # Lists of floats or ids come back unchanged. A set of types is built at C speed; a recall has thousands.
        if _NESTED.isdisjoint(map(type, value)):
            return value
        return [_plain(item) if type(item) in _NESTED else item for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) if type(item) in _NESTED else item for key, item in value.items()}
    return value


def _parsed(version: str) -> tuple[int, int]:
    numbers = [int(part) for part in re.findall(r"\d+", version)[:2]]
    major, minor, *_ = [*numbers, 0, 0]
    return major, minor
