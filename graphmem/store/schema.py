"""The schema of a store, and checks that make a wrong database fail at connect, not at a search.

`cypher/schema/baseline` is today's whole schema, for new stores. A numbered file in `cypher/schema/migrations` upgrades
stores from the number before it: each runs once, in order, by one process at a time. Whoever writes a migration changes
the baseline as well. The store records its number and the embedder of its vectors.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from graphmem.errors import DatabaseError, EmbedderMismatchError, SchemaError
from graphmem.ports import Progress, silent
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import Query, bind, names, statements
from graphmem.store.schema_lock import run_to_end, schema_locked

AWAIT_SECONDS = 600
"""Longest wait for indexes to be populated before a start fails."""

CHANGED_AT_ONCE = 10_000
"""Nodes or edges per transaction when a migration changes data."""

ATTEMPTS = 3
"""Attempts: a killed process's statement may still run on the server and block the same one."""

FIRST = 1
"""The number of a store without migrations."""

MIGRATIONS = tuple(bind(name, __name__) for name in names("schema/migrations"))
VECTORS = ("drawer_embedding", "memory_embedding")

_RECORDED = bind("schema/recorded", __name__)
_RECORD = bind("schema/record", __name__)
_INDEXES = bind("schema/indexes", __name__)
_CONSTRAINTS = bind("schema/constraints", __name__)
_AWAIT = bind("schema/await_indexes", __name__)
_DROP = bind("schema/drop_index", __name__)
_CREATES = re.compile(r"CREATE (?:VECTOR |FULLTEXT )?(INDEX|CONSTRAINT) (\w+)")


def _made(statement: Query) -> tuple[str, str]:
    """Kind and name of what a baseline statement creates."""
    found = _CREATES.search(statement.text)
    assert found is not None, statement.text
    return found[1], found[2]


_BASELINE = {
    _made(statement): statement
    for part in ("constraints", "indexes")
    for statement in statements(bind(f"schema/baseline/{part}", __name__))
}
"""Statements by kind and name, in order: an index with the name of a constraint would block it."""


@dataclass(frozen=True, slots=True)
class EmbedderRecord:
    """The embedder of the stored vectors: model name and dimensions."""

    model: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class RecordedSchema:
    """The schema number and embedder that a store records, both None for a new store."""

    version: int | None = None
    embedder: EmbedderRecord | None = None


def latest_number() -> int:
    """The number of today's schema."""
    return max((_number(query) for query in MIGRATIONS), default=FIRST)


def expected_names(kind: str) -> frozenset[str]:
    """Names of today's schema; `kind` is INDEX or CONSTRAINT."""
    return frozenset(name for what, name in _BASELINE if what == kind)


async def migrate(database: Database, embedder: EmbedderRecord, progress: Progress = silent) -> int:
    """Upgrade the database to today's schema and return how many migrations ran.

    Raises EmbedderMismatchError for stored vectors of another embedder, and SchemaError for a store older than numbered
    schemas or of a newer release, or for a missing or failed index.
    """
    ran = 0
    if (await _of_embedder(database, embedder)).version != latest_number():
        async with schema_locked(database, progress):
            found = await _of_embedder(database, embedder)  # read again: another process may have migrated
            ran = await _bring(database, found.version, embedder, progress)
    await check_indexes(database)
    return ran


async def recorded_schema(database: Database) -> RecordedSchema:
    """The schema that the store records. Raises SchemaError if this release cannot use the store."""
    rows = {row["name"]: row for row in await database.run(_RECORDED)}
    if rows.keys() - {"schema"}:
        raise SchemaError(
            "The store was made by an earlier graphmem, before its schema had a number.",
            remedy="Carry each owner over to a new home: `graphmem export FILE --owner NAME` with the earlier one, "
            "then `graphmem import FILE --owner NAME --trusted --settings` with this one.",
        )
    if "schema" not in rows:
        return RecordedSchema()
    row = rows["schema"]
    if row["version"] > latest_number():
        raise SchemaError(
            f"The store has schema {row['version']}, of a newer release; this one knows {latest_number()}.",
            remedy="Upgrade graphmem to at least that release.",
        )
    return RecordedSchema(row["version"], EmbedderRecord(row["model"], row["dimensions"]))


async def stored_embedder(database: Database) -> EmbedderRecord | None:
    """The embedder on record, or None for a new store. Raises SchemaError."""
    return (await recorded_schema(database)).embedder


async def _of_embedder(database: Database, embedder: EmbedderRecord) -> RecordedSchema:
    """The schema that the store records. Raises EmbedderMismatchError for another embedder.

    A new store has none.
    """
    found = await recorded_schema(database)
    if found.embedder is not None and found.embedder != embedder:
        raise EmbedderMismatchError(
            f"The stored vectors come from {found.embedder.model} ({found.embedder.dimensions} wide), "
            f"but the configured embedder is {embedder.model} ({embedder.dimensions} wide).",
            remedy="Configure the former embedder again, or run `graphmem reindex` to embed everything anew.",
        )
    return found


async def _bring(database: Database, version: int | None, embedder: EmbedderRecord, progress: Progress) -> int:
    """Give a new store the baseline, or migrate an existing one; returns how many migrations ran."""
    if version is None:
        progress("preparing the schema", 0, len(_BASELINE))
        await _create_missing(database, embedder)
        await _record(database, latest_number(), embedder)
        progress("preparing the schema", len(_BASELINE), len(_BASELINE))
        return 0
    pending = [query for query in MIGRATIONS if _number(query) > version]
    for done, query in enumerate(pending, start=1):
        await _run(database, query, embedder)
        await _record(database, _number(query), embedder)
        progress("carrying the store over", done, len(pending))
    return len(pending)


async def _run(database: Database, query: Query, embedder: EmbedderRecord) -> None:
    """Run a migration; a statement that changes data works in batches and counts what it `changed`."""
    for statement in statements(query):
        given = _given(statement, embedder)
        while (rows := await run_to_end(database.run(statement, **given))) and rows[0].get("changed"):
            pass


async def _record(database: Database, version: int, embedder: EmbedderRecord) -> None:
    await database.run(_RECORD, version=version, model=embedder.model, dimensions=embedder.dimensions)


async def check_indexes(database: Database) -> None:
    """Raise SchemaError unless every index and constraint exists and every index is online."""
    states, constraints = await _found(database)
    if missing := sorted(name for kind, name in _missing(states, constraints)):
        raise SchemaError(
            f"Missing in the database: {', '.join(missing)}.",
            remedy="Run `graphmem reindex --schema-only`, which creates what is missing.",
        )
    if failed := sorted(name for name, row in states.items() if row["state"] == "FAILED"):
        raise SchemaError(
            f"Failed index: {', '.join(failed)}.",
            remedy="Drop it and run `graphmem reindex --schema-only`.",
        )
    if any(row["state"] == "POPULATING" for row in states.values()):
        await database.run(_AWAIT, seconds=AWAIT_SECONDS)


async def rebuild(database: Database, embedder: EmbedderRecord | None, progress: Progress = silent) -> None:
    """Create what is missing; with an embedder, also recreate the vector indexes with its dimensions.

    Writes no memory. Raises SchemaError.
    """
    async with schema_locked(database, progress):
        found = await recorded_schema(database)
        using = embedder or found.embedder
        if using is None:
            return
        if embedder is not None:
            for index in VECTORS:
                await run_to_end(database.run(_DROP, index=index))
            await _record(database, found.version or latest_number(), using)
        await _bring(database, found.version, using, progress)
        progress("rebuilding indexes", 0, None)
        await _create_missing(database, using)
        await database.run(_AWAIT, seconds=AWAIT_SECONDS)


async def _create_missing(database: Database, embedder: EmbedderRecord) -> None:
    """Create the missing parts of the baseline in one transaction; retry if a leftover blocks it."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await run_to_end(_create(database, await _cleared(database, embedder), embedder))
            break
        except DatabaseError as error:
            if type(error) is not DatabaseError or attempt == ATTEMPTS:
                raise
            await asyncio.sleep(attempt)


async def _create(database: Database, made: list[Query], embedder: EmbedderRecord) -> None:
    async def work(transaction: Transaction) -> None:
        for statement in made:
            await transaction.run(statement, **_given(statement, embedder))

    if made:
        await database.write(work)


async def _cleared(database: Database, embedder: EmbedderRecord) -> list[Query]:
    """Remove leftovers of an interrupted start; returns the statements still to run.

    An index with a constraint's name that does not belong to it would block the constraint for ever, and a vector index
    may have another embedder's dimensions.
    """
    states, constraints = await _found(database)
    left = states.keys() & (expected_names("CONSTRAINT") - constraints)
    left |= {name for name in VECTORS if name in states and _width(states[name]) != embedder.dimensions}
    for name in sorted(left):
        await run_to_end(database.run(_DROP, index=name))
        del states[name]
    return [_BASELINE[key] for key in _missing(states, constraints)]


async def _found(database: Database) -> tuple[dict[str, Row], set[str]]:
    """The indexes of the database, and the names of its constraints."""
    indexes, constraints = await asyncio.gather(database.run(_INDEXES), database.run(_CONSTRAINTS))
    return {row["name"]: row for row in indexes}, {row["name"] for row in constraints}


def _missing(states: dict[str, Row], constraints: set[str]) -> list[tuple[str, str]]:
    """Kind and name of each missing part, in the order of the baseline."""
    there = {"INDEX": states.keys(), "CONSTRAINT": constraints}
    return [(kind, name) for kind, name in _BASELINE if name not in there[kind]]


def _width(index: Row) -> int:
    return int(index["options"]["indexConfig"]["vector.dimensions"])


def _given(query: Query, embedder: EmbedderRecord) -> dict[str, object]:
    """The parameters of a statement: dimensions of vectors, and nodes per batch."""
    known = {"dimensions": embedder.dimensions, "limit": CHANGED_AT_ONCE}
    return {name: known[name] for name in query.params}


def _number(query: Query) -> int:
    return int(query.name.rsplit("/", 1)[1][:3])
