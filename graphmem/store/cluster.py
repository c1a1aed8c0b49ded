"""Diagnosis of an address: server or cluster, leader, lag of readers, missing rights.

Each query may be refused (edition, Aura, missing right); its refusal is then reported on its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from neo4j import READ_ACCESS, WRITE_ACCESS, AsyncGraphDatabase, Bookmarks
from neo4j.exceptions import DriverError, Neo4jError

from graphmem.errors import DatabaseError
from graphmem.store.database import WRITE_SECONDS, Address, Database, Row, _literal, translated
from graphmem.store.queries import Query, bind

_EDITION = bind("schema/cluster_edition", __name__)
_DATABASES = bind("schema/cluster_databases", __name__)
_ROUTING = bind("schema/cluster_routing", __name__)
_SETTINGS = bind("schema/cluster_settings", __name__)
_PROBE = bind("schema/cluster_probe", __name__)
_MARK = bind("schema/cluster_mark", __name__)
_UNMARK = bind("schema/cluster_unmark", __name__)

READER_SECONDS = 10.0
"""A reader that needs longer to catch up counts as behind."""

SLOW_MILLISECONDS = 1_000.0

SETTINGS: Mapping[str, str] = {
    "server.memory.heap.max_size": "1 GB and more; unset, the server takes a share of the machine",
    "server.memory.pagecache.size": "as much as the store, or what the machine has",
    "db.transaction.timeout": "more than two minutes: a batch of a write may take as long",
    "db.lock.acquisition.timeout": "0 (none) or more than two minutes: writers of one owner wait for each other",
    "server.bolt.thread_pool_max_size": "100 and more for each `graphmem serve`",
    "server.bolt.advertised_address": "an address that every replica of the API reaches",
    "dbms.routing_ttl": "how long a driver may ask a writer that is none any more",
    "db.tx_log.rotation.retention_policy": "as your backups need it",
}


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a database on one server."""

    name: str
    address: str
    role: str
    writer: bool
    status: str


@dataclass(frozen=True, slots=True)
class Reader:
    """Milliseconds until a reader showed a fresh write; `problem` says why it did not."""

    address: str
    milliseconds: float | None = None
    problem: str = ""


@dataclass(slots=True)
class Diagnosis:
    """The result of a diagnosis: `problems` keep graphmem from working well, `unknown` was refused."""

    address: str
    database: str
    edition: str = "unknown"
    version: str = "unknown"
    copies: Sequence[Copy] = ()
    seconds: int = 0
    routes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    readers: Sequence[Reader] = ()
    missing: list[str] = field(default_factory=list)
    settings: Mapping[str, str | None] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def what(self) -> str:
        """The kind of server, in a sentence."""
        servers = {copy.address for copy in self.copies} or {one for those in self.routes.values() for one in those}
        if self.edition == "community":
            return "a single server, Neo4j Community: one user database, no replicas, no failover"
        if len(servers) < 2:
            return f"a single server, Neo4j {self.edition}: no replicas, no failover"
        return f"a cluster of {len(servers)} servers, Neo4j {self.edition}"


async def diagnose(database: Database) -> Diagnosis:
    """Run all queries once. Raises DatabaseError only for a missing or silent database."""
    found = Diagnosis(database.address.uri, database.address.database)
    (row,) = await database.run(_EDITION)
    found.edition, found.version = row["edition"], row["version"]
    every = [Copy(**one) for one in await _asked(database, found, _DATABASES, "roles of the servers")]
    found.copies = [copy for copy in every if copy.name in (database.address.database, "system")]
    for table in await _asked(database, found, _ROUTING, "routing table", database=database.address.database):
        found.seconds = table["ttl"]
        found.routes = {one["role"].lower(): one["addresses"] for one in table["servers"]}
    rows = await _asked(database, found, _SETTINGS, "settings", names=list(SETTINGS))
    found.settings = {row["name"]: row["value"] for row in rows}
    await _may_write(database, found)
    found.readers = await _readers(database, found)
    _judge(found)
    return found


async def _asked(source: Database, found: Diagnosis, query: Query, what: str, /, **params: object) -> list[Row]:
    try:
        return await source.run(query, **params)
    except DatabaseError as error:
        found.unknown.append(f"{what}: {error.message}")
        return []


async def _may_write(database: Database, found: Diagnosis) -> None:
    """Try a write and roll it back, the only test of the right that every edition has."""
    try:
        async with database.locks_held(_PROBE):
            pass
    except DatabaseError as error:
        found.missing.append(f"write to {found.database}: {error.message}")


async def _readers(database: Database, found: Diagnosis) -> list[Reader]:
    """Write a mark, and ask each reader for it."""
    if found.missing:
        return []
    with translated(database.address):
        async with database.driver.session(
            database=database.address.database, default_access_mode=WRITE_ACCESS
        ) as session:
            await (await session.run(_literal(_MARK), {"at": datetime.now(UTC)})).consume()
            mark = await session.last_bookmarks()
    try:
        routes = found.routes.get("read", ())
        return list(await asyncio.gather(*(_reader(database.address, one, mark) for one in routes)))
    finally:
        await database.run(_UNMARK)


async def _reader(address: Address, server: str, mark: Bookmarks) -> Reader:
    """Measure one reader's lag over a direct connection: a routing driver would choose another."""
    secured = address.uri.partition("://")[0].partition("+")[2]
    uri = f"bolt{'+' if secured else ''}{secured}://{server}"
    auth = (address.user, address.password)
    try:
        async with (
            asyncio.timeout(READER_SECONDS),
            AsyncGraphDatabase.driver(uri, auth=auth, telemetry_disabled=True) as driver,
        ):
            await driver.get_server_info()  # the handshake does not count as lag
            began = time.perf_counter()
            async with driver.session(
                database=address.database, default_access_mode=READ_ACCESS, bookmarks=mark
            ) as session:
                await (await session.run(_literal(_EDITION))).consume()
        return Reader(server, 1000 * (time.perf_counter() - began))
    except TimeoutError:
        return Reader(server, problem=f"has not caught up within {READER_SECONDS:g} s")
    except (Neo4jError, DriverError, OSError) as error:
        return Reader(server, problem=str(error).splitlines()[0][:200])


def _judge(found: Diagnosis) -> None:
    """Add the problems that keep graphmem from working well there."""
    told, servers = found.problems, {copy.address for copy in found.copies}
    told += [f"{copy.name} at {copy.address} is {copy.status}" for copy in found.copies if copy.status != "online"]
    told += [f"reader {one.address}: {one.problem}" for one in found.readers if one.problem]
    told += [
        f"reader {one.address} is {one.milliseconds:,.0f} ms behind"
        for one in found.readers
        if one.milliseconds is not None and one.milliseconds > SLOW_MILLISECONDS
    ]
    told += [f"this user may not {one}" for one in found.missing]
    if found.routes and not found.routes.get("write"):
        told.append("nobody takes writes: the cluster has no leader for this database")
    if len(servers) > 1 and found.address.startswith("bolt"):
        told.append("bolt:// asks one server of the cluster alone: write neo4j:// in NEO4J_URI")
    for name in ("db.transaction.timeout", "db.lock.acquisition.timeout"):
        if 0 < _seconds(found.settings.get(name)) < WRITE_SECONDS:
            told.append(f"{name} is {found.settings[name]}: {SETTINGS[name]}")


def _seconds(value: str | None) -> float:
    """Seconds of a duration in Neo4j's notation, such as 1h30m or 500ms; 0 for none."""
    total, number, rest = 0.0, "", (value or "").replace("ms", "q")
    for letter in rest:
        if letter.isdigit() or letter == ".":
            number += letter
        else:
            total += float(number or 0) * _UNITS.get(letter, 0.0)
            number = ""
    return total


_UNITS = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0, "q": 0.001}
