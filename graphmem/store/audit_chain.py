"""The hash chain of an owner's audit: hashes follow the entries after some seconds, in their order.

A writer numbers its entry under the owner's lock, which it holds anyway. Reading the previous hash would cost each
writer one more statement, so a step of its own makes the hashes, under the same lock.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import takewhile

from graphmem.model.audit import KEPT_DAYS, Entry, Verb
from graphmem.model.audit_chain import GENESIS, Anchor, sealed
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import bind

SEALED_AT_ONCE = 1_000
PRUNED_AT_ONCE = 5_000
OWNERS_AT_ONCE = 1_000

CUT_OFF_HOURS = 6
"""An entry that is open for longer belongs to a dead process: no verb takes so long."""

_LOCK = bind("audit/lock_chain", __name__)
_CUT_OFF = bind("audit/number_cut_off", __name__)
_CHAINED = bind("audit/chained_entries", __name__)
_SEAL = bind("audit/seal_entries", __name__)
_UNSEALED = bind("audit/unsealed_owners", __name__)
_STRANGE = bind("audit/strange_entries", __name__)
_OLD = bind("audit/old_owners", __name__)
_PRUNE = bind("audit/prune_entries", __name__)
_TO_CARRY = bind("audit/chain_to_carry", __name__)
_CARRY = bind("audit/carry_chain", __name__)


@dataclass(frozen=True, slots=True)
class Chain:
    """The state of an owner's chain.

    `anchor` precedes the first entry, `head` is the last hashed entry, and `number` the last one given out.
    """

    anchor: Anchor
    head: Anchor
    number: int


async def seal(database: Database, owner: Owner) -> Chain:
    """Write the missing hashes and return the chain's state; an empty chain for an unknown owner."""
    while True:
        chain, more = await database.write(lambda transaction: _sealed(transaction, owner))
        if not more:
            return chain


async def _sealed(transaction: Transaction, owner: Owner) -> tuple[Chain, bool]:
    rows = await transaction.run(_LOCK, owner=owner.key)
    if not rows:
        return Chain(Anchor(), Anchor(), 0), False
    cut_off = await transaction.run(_CUT_OFF, owner=owner.key, hours=CUT_OFF_HOURS)
    row = rows[0] | cut_off[0]
    head = Anchor(row["sealed"], row["head"] or GENESIS)
    anchor = Anchor(row["dropped"], row["dropped_hash"] or GENESIS)
    found = await transaction.run(_CHAINED, owner=owner.key, behind=head.number, limit=SEALED_AT_ONCE)
    given = takewhile(lambda entry: (entry.number or 0) <= row["number"], map(entry_of, found))
    entries = sealed(given, head)
    if entries:
        head = Anchor(entries[-1].number or 0, entries[-1].hash or GENESIS)
    more = len(entries) == SEALED_AT_ONCE
    hashes = [{"id": one.id, "previous": one.previous, "hash": one.hash} for one in entries]
    await transaction.run(_SEAL, owner=owner.key, rows=hashes, sealed=head.number, head=head.hash, more=more)
    return Chain(anchor, head, row["number"]), more


async def unsealed_owners(database: Database) -> list[Owner]:
    """Owners whose entries wait for their hashes."""
    return [Owner("", row["owner"]) for row in await database.run(_UNSEALED, limit=OWNERS_AT_ONCE)]


async def chained_entries(database: Database, owner: Owner, behind: int) -> AsyncIterator[Entry]:
    """Numbered entries in the order of the chain."""
    while True:
        found = await database.leader.run(_CHAINED, owner=owner.key, behind=behind, limit=SEALED_AT_ONCE)
        for row in found:
            yield entry_of(row)
        if len(found) < SEALED_AT_ONCE:
            return
        behind = found[-1]["number"]


async def strange_entries(database: Database, owner: Owner) -> tuple[int, str | None]:
    """The number of entries of verbs in progress, and the id of an unnumbered entry of no such verb."""
    row = (await database.leader.run(_STRANGE, owner=owner.key))[0]
    return row["under_way"], row["strange"]


async def prune(database: Database) -> int:
    """Remove entries older than ninety days from the start of each chain; returns their number.
    A call removes a few thousand per owner at most."""
    removed = 0
    for row in await database.run(_OLD, days=KEPT_DAYS, limit=PRUNED_AT_ONCE):
        owner = Owner("", row["owner"])
        await seal(database, owner)
        gone = await database.run(_PRUNE, owner=owner.key, days=KEPT_DAYS, limit=PRUNED_AT_ONCE)
        removed += sum(int(one["removed"]) for one in gone)
    return removed


async def to_carry(source: Database, owner: Owner) -> Row:
    """The state of a moving owner's chain. Read before the entries: later hashes are made once more."""
    rows = await source.leader.run(_TO_CARRY, owner=owner.key)
    return dict(rows[0]["chain"]) if rows else {}


async def carry(target: Database, owner: Owner, chain: Row) -> None:
    """Continue the chain of an owner who comes from another database."""
    await target.run(_CARRY, owner=owner.key, chain=chain)


def entry_of(row: Row) -> Entry:
    """The entry of a stored row."""
    return Entry(**{**row, "verb": Verb(row["verb"]), "ids": tuple(row["ids"])})
