"""Migrations and the checks that make a wrong database fail at connect, not at the first search.

Numbered files in `cypher/schema/` run in order, one after another (parallel schema statements race), each idempotent
and by one process at a time; `SchemaVersion` nodes record which ran. A new store gets all they amount to in two
transactions, since a statement of its own for each takes the server most of a first start. The embedder whose vectors
the database holds is recorded beside them.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from graphmem.errors import DatabaseError, EmbedderMismatchError, SchemaError
from graphmem.language.statements.tables import predicates
from graphmem.ports import Progress, silent
from graphmem.store import labels
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import Query, bind, names
from graphmem.store.schema_lock import alone, whole

T = TypeVar("T")

AWAIT_SECONDS = 600
"""How long a migration may populate its indexes before it counts as failed."""

LABELLED_AT_ONCE = 10_000
"""Texts in a transaction of their own, when those of an earlier release get the label of their language."""

CHANGED_AT_ONCE = 10_000
"""Nodes or edges in a transaction of their own, when a migration changes what is stored."""

_FIRST = "schema/014_schema_version_name"
"""Before any other migration is recorded, a record is unique."""

ATTEMPTS = 3
"""A process that was killed may leave the server with a statement that ends only now, in the way of the same one."""

_MIGRATIONS = tuple(
    bind(name, __name__)
    for name in sorted(names("schema"), key=lambda name: (name != _FIRST, name))
    if re.match(r"schema/\d{3}_", name)
)
_APPLIED = bind("schema/applied", __name__)
_RECORD = bind("schema/record", __name__)
_RECORD_ALL = bind("schema/record_all", __name__)
_EMBEDDER = bind("schema/embedder", __name__)
_SET_EMBEDDER = bind("schema/set_embedder", __name__)
_INDEXES = bind("schema/indexes", __name__)
_CONSTRAINTS = bind("schema/constraints", __name__)
_AWAIT = bind("schema/await_indexes", __name__)
_DROP = bind("schema/drop_index", __name__)
_SINGLE = bind("schema/single_versions", __name__)
_UNLABELLED = bind("schema/unlabelled_texts", __name__)
_LABEL_TEXTS = bind("schema/label_texts", __name__)
_VECTORS = ("drawer_embedding", "memory_embedding")
_CREATES = re.compile(r"CREATE (?:VECTOR |FULLTEXT )?(INDEX|CONSTRAINT) (\w+)")
_LABEL = re.compile(r"FOR \(n:(\w+)\)")
_EACH = re.compile(r"ON EACH \[([^\]]+)\]")
_DROPS = re.compile(r"^DROP (?:INDEX|CONSTRAINT) (\w+) IF EXISTS", re.MULTILINE)
_DROPPED = frozenset(name for query in _MIGRATIONS for name in _DROPS.findall(query.text))
"""What a later migration takes back: it is not made any more, since the data may contradict it by now."""

_CREATED = {
    match[2]: query
    for query in _MIGRATIONS
    if (match := _CREATES.search(query.text)) and match[1] == "INDEX" and match[2] not in _DROPPED
}


@dataclass(frozen=True, slots=True)
class EmbedderRecord:
    """Which embedder made the stored vectors: its model name and their width."""

    model: str
    dimensions: int


def expected(kind: str) -> frozenset[str]:
    """Names that the migrations create and none of them drops; `kind` is INDEX or CONSTRAINT."""
    return _named(kind) - _DROPPED


def _named(kind: str) -> frozenset[str]:
    found = (_CREATES.search(query.text) for query in _MIGRATIONS)
    return frozenset(match[2] for match in found if match and match[1] == kind)


async def migrate(database: Database, embedder: EmbedderRecord, progress: Progress = silent) -> int:
    """Bring the database to this release's schema and return how many migrations ran.

    Raises EmbedderMismatchError when vectors of another embedder are stored, SchemaError when the database was
    migrated by a newer release or an index is missing or failed.
    """
    ran = 0
    if await _pending(database, embedder) or await _outdated(database, embedder):
        async with alone(database, progress):
            ran = await _run_pending(database, embedder, progress)
            await _renew_indexes(database, embedder, progress)
    await check_indexes(database)
    return ran


async def _pending(database: Database, embedder: EmbedderRecord) -> list[Query]:
    """The migrations that have not run yet. Raises EmbedderMismatchError or SchemaError."""
    # Side by side: a server that has just started takes its time to plan each statement for the first time.
    _, rows = await asyncio.gather(check_embedder(database, embedder), database.run(_APPLIED))
    applied = {row["name"] for row in rows}
    _refuse_newer(applied)
    return [query for query in _MIGRATIONS if _short(query) not in applied]


async def _run_pending(database: Database, embedder: EmbedderRecord, progress: Progress) -> int:
    """What another process did while this one waited is not pending any more."""
    pending = await _pending(database, embedder)
    if not pending:
        return 0
    await _mend(database)
    if len(pending) == len(_MIGRATIONS):
        progress("preparing the schema", 0, len(pending))
        await _make_whole(database, embedder)
    else:
        for done, query in enumerate(pending):
            progress("preparing the schema", done, len(pending))
            await _apply(database, query, embedder)
    progress("preparing the schema", len(pending), len(pending))
    await database.run(_SET_EMBEDDER, model=embedder.model, dimensions=embedder.dimensions)
    await database.run(_AWAIT, seconds=AWAIT_SECONDS)
    return len(pending)


async def _make_whole(database: Database, embedder: EmbedderRecord) -> None:
    """Give a store that nothing was recorded of, and which is empty therefore, what all migrations amount to.

    What changes data finds none there, what is dropped is not made. A process that ends in between leaves a store of
    which nothing is recorded either.
    """
    for kind in ("CONSTRAINT", "INDEX"):
        made = [query for query in _MIGRATIONS if _creates(query) == kind]
        await _unhindered(database, partial(_run_together, database, made, embedder))
    rows = [{"name": _short(query), "checksum": _checksum(query)} for query in _MIGRATIONS]
    await whole(database.run(_RECORD_ALL, rows=rows))


async def _run_together(database: Database, made: Sequence[Query], embedder: EmbedderRecord) -> None:
    async def work(transaction: Transaction) -> None:
        for query in made:
            await transaction.run(query, **_given(query, embedder))

    await database.write(work)


def _creates(query: Query) -> str | None:
    """What a migration makes that no later one drops: INDEX or CONSTRAINT."""
    made = _CREATES.search(query.text)
    return made[1] if made and made[2] not in _DROPPED else None


async def _mend(database: Database) -> None:
    """Remove what migrations that were cut short, or ran twice at once, left behind.

    An index that bears the name of a constraint and does not belong to it would refuse the constraint for ever.
    """
    await database.run(_SINGLE)
    indexes, found = await asyncio.gather(database.run(_INDEXES), database.run(_CONSTRAINTS))
    left = {row["name"] for row in indexes} & (_named("CONSTRAINT") - {row["name"] for row in found})
    for name in sorted(left):
        await whole(database.run(_DROP, index=name))


async def check_embedder(database: Database, embedder: EmbedderRecord) -> None:
    """Raise EmbedderMismatchError unless the store is new or holds this very embedder's vectors."""
    stored = await stored_embedder(database)
    if stored is not None and stored != embedder:
        raise EmbedderMismatchError(
            f"The stored vectors come from {stored.model} ({stored.dimensions} wide), "
            f"but the configured embedder is {embedder.model} ({embedder.dimensions} wide).",
            remedy="Configure the former embedder again, or run `graphmem reindex` to embed everything anew.",
        )


async def stored_embedder(database: Database) -> EmbedderRecord | None:
    """The embedder on record, or None for a database without vectors."""
    rows = await database.run(_EMBEDDER)
    return EmbedderRecord(rows[0]["model"], rows[0]["dimensions"]) if rows else None


async def check_indexes(database: Database) -> None:
    """Raise SchemaError unless every index and constraint exists and every index is online."""
    indexes, found = await asyncio.gather(database.run(_INDEXES), database.run(_CONSTRAINTS))
    states = {row["name"]: row["state"] for row in indexes}
    constraints = {row["name"] for row in found}
    missing = (expected("INDEX") - states.keys()) | (expected("CONSTRAINT") - constraints)
    if missing:
        raise SchemaError(
            f"Missing in the database: {', '.join(sorted(missing))}.",
            remedy="Run `graphmem reindex --schema-only`, which creates what is missing.",
        )
    if failed := sorted(name for name, state in states.items() if state == "FAILED"):
        raise SchemaError(
            f"Failed index: {', '.join(failed)}.",
            remedy="Drop it and run `graphmem reindex --schema-only`.",
        )
    if any(state == "POPULATING" for state in states.values()):
        await database.run(_AWAIT, seconds=AWAIT_SECONDS)


async def rebuild(database: Database, embedder: EmbedderRecord | None, progress: Progress = silent) -> None:
    """Create whatever is missing; with an embedder, also make the vector indexes anew in its width.

    A migration that changes what is stored runs once in a store's life: a later release may keep something else where
    it took something away.
    """
    async with alone(database, progress):
        if embedder is not None:
            for index in _VECTORS:
                await whole(database.run(_DROP, index=index))
            await database.run(_SET_EMBEDDER, model=embedder.model, dimensions=embedder.dimensions)
        await _mend(database)
        record = embedder or await stored_embedder(database)
        if record is not None:
            await _renew_indexes(database, record, progress)
        await _label_texts(database, progress)
        applied = {row["name"] for row in await database.run(_APPLIED)}
        for done, query in enumerate(_MIGRATIONS):
            progress("rebuilding indexes", done, len(_MIGRATIONS))
            if record is not None and (_creates(query) or _short(query) not in applied):
                await _apply(database, query, record)
        progress("rebuilding indexes", len(_MIGRATIONS), len(_MIGRATIONS))
        await database.run(_AWAIT, seconds=AWAIT_SECONDS)


def _is_outdated(query: Query, found: Row, embedder: EmbedderRecord) -> bool:
    """Whether an index is not what its migration makes today.

    Earlier releases quantised vectors, so that searches could fail, kept every text in the index of each language,
    which made every commit dearer, and found no memory by its tags. The migrations tell more. A width that is not the
    embedder's was left by a first start with another one, which ended before that was on record.
    """
    label, each = _LABEL.search(query.text), _EACH.search(query.text)
    config = found["options"].get("indexConfig", {})
    quantised = config.get("vector.quantization.type", "NONE") != "NONE"
    other_width = config.get("vector.dimensions", embedder.dimensions) != embedder.dimensions
    other_properties = each is not None and found["properties"] != re.findall(r"n\.(\w+)", each[1])
    other_label = label is not None and found["labels"] != [label[1]]
    return quantised or other_width or other_label or other_properties


async def _outdated(database: Database, embedder: EmbedderRecord) -> dict[str, Query]:
    """The indexes to be made anew, with their migrations."""
    found = {row["name"]: row for row in await database.run(_INDEXES)}
    return {
        name: query for name, query in _CREATED.items() if name in found and _is_outdated(query, found[name], embedder)
    }


async def _renew_indexes(database: Database, embedder: EmbedderRecord, progress: Progress) -> None:
    """Make the indexes of earlier releases anew.

    Texts are labelled first and an index is replaced in one transaction: a process that is killed in between leaves
    a store whose texts are all found, and whose next opening goes on where this one ended.
    """
    old = await _outdated(database, embedder)
    if not old:
        return
    await _label_texts(database, progress)
    for done, (name, query) in enumerate(old.items()):
        progress("rebuilding indexes", done, len(old))
        await whole(_replace(database, name, query, embedder))
    await database.run(_AWAIT, seconds=AWAIT_SECONDS)
    progress("rebuilding indexes", len(old), len(old))


async def _replace(database: Database, name: str, query: Query, embedder: EmbedderRecord) -> None:
    async def work(transaction: Transaction) -> None:
        await transaction.run(_DROP, index=name)
        await transaction.run(query, **_given(query, embedder))

    await database.write(work)


async def _label_texts(database: Database, progress: Progress) -> None:
    """Give every text without it the label of its language, or no full-text index would hold it."""
    done, total = 0, int((await database.run(_UNLABELLED))[0]["found"])
    while done < total:
        progress("labelling texts", done, total)
        labelled = int((await database.run(_LABEL_TEXTS, labels=labels.TEXTS, limit=LABELLED_AT_ONCE))[0]["labelled"])
        done = done + labelled if labelled else total
    if total:
        progress("labelling texts", total, total)


async def _apply(database: Database, query: Query, embedder: EmbedderRecord) -> None:
    made = _CREATES.search(query.text)
    if made is None or made[2] not in _DROPPED:
        # One that changes data does so in batches, and counts them.
        given = _given(query, embedder)
        while (rows := await _unhindered(database, lambda: database.run(query, **given))) and rows[0].get("changed"):
            pass
    await database.run(_RECORD, name=_short(query), checksum=_checksum(query))


async def _unhindered(database: Database, statement: Callable[[], Coroutine[None, None, T]]) -> T:
    """Run schema statements to their end, again when a leftover stood in their way."""
    attempt = 1
    while True:
        try:
            return await whole(statement())
        except DatabaseError as error:
            if type(error) is not DatabaseError or attempt == ATTEMPTS:
                raise
            await asyncio.sleep(attempt)
            await _mend(database)
            attempt += 1


def _given(query: Query, embedder: EmbedderRecord) -> dict[str, object]:
    """What a migration may ask for: the width of vectors, how much to change at once, and of which properties a subject
    has one value at a time."""
    single = sorted(name for name, kind in predicates().items() if kind.single)
    known = {"dimensions": embedder.dimensions, "limit": CHANGED_AT_ONCE, "single": single}
    return {name: known[name] for name in query.params}


def _refuse_newer(applied: set[str]) -> None:
    known = {_short(query) for query in _MIGRATIONS}
    if newer := sorted(applied - known):
        raise SchemaError(
            f"The database was migrated by a newer release (unknown: {', '.join(newer)}).",
            remedy="Upgrade graphmem to at least that release.",
        )


def _checksum(query: Query) -> str:
    return hashlib.sha256(query.text.encode()).hexdigest()


def _short(query: Query) -> str:
    return query.name.rsplit("/", 1)[1]
