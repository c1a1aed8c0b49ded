"""The audit: entries about changes, which the graph keeps for ninety days."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from graphmem.model.audit import Entry, Verb
from graphmem.model.palace import Actor, Owner, Page
from graphmem.store import webhooks
from graphmem.store.audit_chain import entry_of
from graphmem.store.cursors import cursor_of, page_of, position_of
from graphmem.store.database import Database, Transaction, before_writes
from graphmem.store.queries import bind

MOST_IDS = 100

ITSELF = Actor("graphmem")
"""Actor of automatic work: reading by the write path, nightly dreams."""

_NOTE = bind("audit/note_mutation", __name__)
_LIST = bind("audit/list_entries", __name__)
_SINCE = bind("audit/entries_since", __name__)
_STATE = bind("audit/memory_state", __name__)

Store: TypeAlias = Database | Transaction


@dataclass(slots=True)
class OpenVerb:
    """A verb in progress: its entry is written with its first write."""

    owner: Owner
    verb: Verb
    ids: Sequence[str]
    before: str | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    is_over: bool = False


@contextmanager
def attribute_writes(going: OpenVerb) -> Iterator[None]:
    """Attribute all writes of this task and its child tasks to a verb, while the block runs."""

    async def note_begun(transaction: Transaction) -> None:
        if not going.is_over:
            about = _entry_of(going.owner, going.verb, going.ids, before=going.before)
            await transaction.run(_NOTE, **about | {"id": going.id, "open": True})

    token = before_writes.set(note_begun)
    try:
        yield
    finally:
        going.is_over = True  # a child task that still runs has its own copy of the context
        before_writes.reset(token)


async def note(store: Store, owner: Owner, verb: Verb, ids: Sequence[str]) -> None:
    """Note a mutation, in its own transaction or in the given one; nothing is noted for an erased owner."""
    await _noted(store, owner, _entry_of(owner, verb, ids))


async def note_done(store: Store, going: OpenVerb, ids: Sequence[str], after: str | None) -> None:
    """Complete the entry of a verb with its ids and the digest of the new state."""
    about = _entry_of(going.owner, going.verb, ids, before=going.before, after=after)
    await _noted(store, going.owner, about | {"id": going.id})


async def _noted(store: Store, owner: Owner, entry: dict[str, object]) -> None:
    """Write an entry and, in the same transaction, enqueue its delivery to each subscribed webhook."""

    async def work(transaction: Transaction) -> None:
        for row in await transaction.run(_NOTE, **entry):
            await webhooks.enqueue_deliveries(transaction, owner, entry, row["at"], row["webhooks"])

    await (store.write(work) if isinstance(store, Database) else work(store))


def _entry_of(
    owner: Owner, verb: Verb, ids: Sequence[str], *, before: str | None = None, after: str | None = None
) -> dict[str, object]:
    by = owner.by or ITSELF
    return {
        "owner": owner.key,
        "asked_at": owner.asked_at,
        "id": secrets.token_hex(16),
        "verb": verb.value,
        "via": by.via,
        "key": by.key,
        "agent": by.agent,
        "person": by.person,
        "ids": list(ids[:MOST_IDS]),
        "count": len(ids),
        "before": before,
        "after": after,
        "open": None,
    }


async def state_digest(database: Database, owner: Owner, id_: str) -> str | None:
    """A digest of a memory's fields that a person can change, text left out; None without such a memory."""
    rows = await database.run(_STATE, owner=owner.key, id=id_)
    if not rows:
        return None
    told = "\x1f".join("" if one is None else str(one) for one in rows[0]["state"])
    return hashlib.sha256(told.encode()).hexdigest()[:32]


async def page(database: Database, owner: Owner, *, most: int, after: str | None) -> Page[Entry]:
    """A page, the last entry first. Raises InvalidInputError for an invalid cursor."""
    before, before_id = position_of(after)
    rows = await database.run(_LIST, owner=owner.key, before=before, before_id=before_id, limit=most + 1)
    return page_of(rows, most, entry_of, lambda entry: cursor_of(entry.at, entry.id))


async def since(database: Database, owner: Owner, at: datetime, limit: int) -> list[Entry]:
    """Entries from an instant on, by the database's clock, the first one first."""
    return [entry_of(row) for row in await database.run(_SINCE, owner=owner.key, since=at, limit=limit)]
