"""The schema of a store, and the checks that make a wrong database fail at connect, not at the first search.

`cypher/schema/baseline` is the schema as it is today, which a new store gets as a whole. A numbered file in
`cypher/schema/migrations` carries stores of the number before it over: each runs once, in order, and by one process at
a time. Whoever writes one changes the baseline, too. The store records its number and the embedder of its vectors.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from graphmem.errors import DatabaseError, EmbedderMismatchError, SchemaError
from graphmem.ports import Progress, silent
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import Query, bind, names, statements
from graphmem.store.schema_lock import alone, whole

AWAIT_SECONDS = 600
"""How long indexes may take to be populated before a start counts as failed."""

CHANGED_AT_ONCE = 10_000
"""Nodes or edges in a transaction of their own, when a migration changes what is stored."""

ATTEMPTS = 3
"""A process that was killed may leave the server with a statement that ends only now, in the way of the same one."""

FIRST = 1
"""The number of a store that no migration has changed."""

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
    """Kind and name of what a statement of the baseline makes."""
    found = _CREATES.search(statement.text)
    assert found is not None, statement.text
    return found[1], found[2]


_BASELINE = {
    _made(statement): statement
    for part in ("constraints", "indexes")
    for statement in statements(bind(f"schema/baseline/{part}", __name__))
}
"""By kind and name, in the order in which they are made: an index with the name of a constraint would refuse it."""


@dataclass(frozen=True, slots=True)
class EmbedderRecord:
    """Which embedder made the stored vectors: its model name and their width."""

    model: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a store says of itself: the number of its schema and its embedder, both None of a new one."""

    version: int | None = None
    embedder: EmbedderRecord | None = None


def latest() -> int:
    """The number of today's schema."""
    return max((_number(query) for query in MIGRATIONS), default=FIRST)


def expected(kind: str) -> frozenset[str]:
    """Names of today's schema; `kind` is INDEX or CONSTRAINT."""
    return frozenset(name for what, name in _BASELINE if what == kind)


async def migrate(database: Database, embedder: EmbedderRecord, progress: Progress = silent) -> int:
    """Bring the database to today's schema and return how many migrations ran.

    Raises EmbedderMismatchError when vectors of another embedder are stored, SchemaError when the store is of before
    the schema had a number or of a newer release, or an index is missing or failed.
    """
    ran = 0
    if (await _of_embedder(database, embedder)).version != latest():
        async with alone(database, progress):
            found = await _of_embedder(database, embedder)  # what another process did meanwhile is done
            ran = await _bring(database, found.version, embedder, progress)
    await check_indexes(database)
    return ran


async def recorded(database: Database) -> Recorded:
    """What the store says of itself. Raises SchemaError when this release cannot use it."""
    rows = {row["name"]: row for row in await database.run(_RECORDED)}
    if rows.keys() - {"schema"}:
        raise SchemaError(
            "The store was made by an earlier graphmem, before its schema had a number.",
            remedy="Carry each owner over to a new home: `graphmem export FILE --owner NAME` with the earlier one, "
            "then `graphmem import FILE --owner NAME --trusted --settings` with this one.",
        )
    if "schema" not in rows:
        return Recorded()
    row = rows["schema"]
    if row["version"] > latest():
        raise SchemaError(
            f"The store has schema {row['version']}, of a newer release; this one knows {latest()}.",
            remedy="Upgrade graphmem to at least that release.",
        )
    return Recorded(row["version"], EmbedderRecord(row["model"], row["dimensions"]))


async def stored_embedder(database: Database) -> EmbedderRecord | None:
    """The embedder on record, or None for a new store. Raises SchemaError."""
    return (await recorded(database)).embedder


async def _of_embedder(database: Database, embedder: EmbedderRecord) -> Recorded:
    """What the store says of itself. Raises EmbedderMismatchError unless it is new or of this very embedder."""
    found = await recorded(database)
    if found.embedder is not None and found.embedder != embedder:
        raise EmbedderMismatchError(
            f"The stored vectors come from {found.embedder.model} ({found.embedder.dimensions} wide), "
            f"but the configured embedder is {embedder.model} ({embedder.dimensions} wide).",
            remedy="Configure the former embedder again, or run `graphmem reindex` to embed everything anew.",
        )
    return found


async def _bring(database: Database, version: int | None, embedder: EmbedderRecord, progress: Progress) -> int:
    """Give a new store the baseline, or carry another one over; how many migrations ran."""
    if version is None:
        progress("preparing the schema", 0, len(_BASELINE))
        await _create_missing(database, embedder)
        await _record(database, latest(), embedder)
        progress("preparing the schema", len(_BASELINE), len(_BASELINE))
        return 0
    pending = [query for query in MIGRATIONS if _number(query) > version]
    for done, query in enumerate(pending, start=1):
        await _run(database, query, embedder)
        await _record(database, _number(query), embedder)
        progress("carrying the store over", done, len(pending))
    return len(pending)


async def _run(database: Database, query: Query, embedder: EmbedderRecord) -> None:
    """Run a migration: a statement that changes data does so in batches, and counts what it `changed`."""
    for statement in statements(query):
        given = _given(statement, embedder)
        while (rows := await whole(database.run(statement, **given))) and rows[0].get("changed"):
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
    """Create whatever is missing; with an embedder, also make the vector indexes anew in its width.

    Nothing that is remembered is written. Raises SchemaError.
    """
    async with alone(database, progress):
        found = await recorded(database)
        using = embedder or found.embedder
        if using is None:
            return
        if embedder is not None:
            for index in VECTORS:
                await whole(database.run(_DROP, index=index))
            await _record(database, found.version or latest(), using)
        await _bring(database, found.version, using, progress)
        progress("rebuilding indexes", 0, None)
        await _create_missing(database, using)
        await database.run(_AWAIT, seconds=AWAIT_SECONDS)


async def _create_missing(database: Database, embedder: EmbedderRecord) -> None:
    """Create what the baseline has and the database has not, in one transaction; again when a leftover was in the
    way."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await whole(_create(database, await _cleared(database, embedder), embedder))
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
    """Remove what a start that was cut short left behind; the statements that are still to be run.

    An index that bears the name of a constraint and does not belong to it would refuse the constraint for ever, and
    one of vectors may have the width of another embedder.
    """
    states, constraints = await _found(database)
    left = states.keys() & (expected("CONSTRAINT") - constraints)
    left |= {name for name in VECTORS if name in states and _width(states[name]) != embedder.dimensions}
    for name in sorted(left):
        await whole(database.run(_DROP, index=name))
        del states[name]
    return [_BASELINE[key] for key in _missing(states, constraints)]


async def _found(database: Database) -> tuple[dict[str, Row], set[str]]:
    """The indexes of the database, and the names of its constraints."""
    indexes, constraints = await asyncio.gather(database.run(_INDEXES), database.run(_CONSTRAINTS))
    return {row["name"]: row for row in indexes}, {row["name"] for row in constraints}


def _missing(states: dict[str, Row], constraints: set[str]) -> list[tuple[str, str]]:
    """Kind and name of what the baseline has and the database has not, in the order of the baseline."""
    there = {"INDEX": states.keys(), "CONSTRAINT": constraints}
    return [(kind, name) for kind, name in _BASELINE if name not in there[kind]]


def _width(index: Row) -> int:
    return int(index["options"]["indexConfig"]["vector.dimensions"])


def _given(query: Query, embedder: EmbedderRecord) -> dict[str, object]:
    """What a statement may ask for: the width of vectors, and how much to change at once."""
    known = {"dimensions": embedder.dimensions, "limit": CHANGED_AT_ONCE}
    return {name: known[name] for name in query.params}


def _number(query: Query) -> int:
    return int(query.name.rsplit("/", 1)[1][:3])
