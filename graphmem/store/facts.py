"""Facts by both clocks: recorded with the bounds of their source, read as of an instant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from graphmem.model.interval import FOREVER
from graphmem.model.palace import Owner
from graphmem.model.views import Fact
from graphmem.store import entities, filing
from graphmem.store.database import Database, Transaction
from graphmem.store.entities import EntityRow, FactRow
from graphmem.store.queries import bind

SLOTTED = 500
"""Entities whose facts get their slots in one transaction."""

_RECORD = bind("entity/record_facts", __name__)
_SLOT = bind("entity/slot_facts", __name__)
_AS_OF = bind("entity/facts_as_of", __name__)


async def record(
    database: Database,
    owner: Owner,
    rows: Sequence[EntityRow],
    facts: Sequence[FactRow],
    now: datetime,
    *,
    stated: Sequence[FactRow] = (),
) -> int:
    """Record facts with their entities in one transaction, and return their number.
    Facts in `stated` end each other."""

    async def work(transaction: Transaction) -> int:
        await filing.lock(transaction, owner)
        await entities.merge(transaction, owner, rows, (), now)
        await entities.state(transaction, owner, stated, now)
        return await record_in(transaction, owner, facts, now) + len(stated)

    return await database.write(work)


async def record_in(transaction: Transaction, owner: Owner, facts: Sequence[FactRow], now: datetime) -> int:
    """Record facts between stored entities, under the owner's lock; returns their number."""
    rows = [fact.row() for fact in facts]
    found = await transaction.run(_RECORD, owner=owner.key, facts=rows, now=now, forever=FOREVER)
    return int(found[0]["recorded"])


async def set_single_valued(database: Database, owner: Owner, declared: Mapping[str, bool]) -> None:
    """Set whether facts of these relations end each other from now on (True: one value at a time)."""
    relations = [{"name": name, "single": single} for name, single in declared.items()]

    async def work(transaction: Transaction, after: str) -> str | None:
        await filing.lock(transaction, owner)
        (row,) = await transaction.run(_SLOT, owner=owner.key, after=after, declared=relations, limit=SLOTTED)
        reached: str | None = row["last"]
        return reached

    last: str | None = ""
    while last is not None:
        last = await database.write(partial(work, after=last))


async def as_of(
    database: Database,
    owner: Owner,
    uri: str,
    predicate: str | None,
    *,
    valid_at: datetime | None,
    known_at: datetime,
    limit: int,
) -> list[Fact]:
    """An entity's facts that held at `valid_at` (None: at any time), as known at `known_at`, oldest first."""
    rows = await database.run(
        _AS_OF, owner=owner.key, uri=uri, predicate=predicate, valid_at=valid_at, known_at=known_at, limit=limit
    )
    return [_fact(row["fact"]) for row in rows]


def _fact(row: dict[str, Any]) -> Fact:
    ends = {name: None if row[name] == FOREVER else row[name] for name in ("valid_until", "retracted_at")}
    return Fact(**(row | ends))
