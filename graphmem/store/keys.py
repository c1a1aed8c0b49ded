"""Bearer keys, stored as hashes: owner, scopes, expiry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.model.access import Access, KeyInfo, Scope
from graphmem.model.palace import Owner
from graphmem.store import filing
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.queries import bind

_ADD = bind("tenant/add_key", __name__)
_OWNER = bind("tenant/key_owner", __name__)
_OF_OWNER = bind("tenant/owner_keys", __name__)
_USE = bind("tenant/use_key", __name__)
_END = bind("tenant/end_keys", __name__)
_REMOVE = bind("tenant/remove_keys", __name__)
_ANY = bind("tenant/any_keys", __name__)


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A stored key."""

    hash: str
    info: KeyInfo


async def add(
    database: Database, owner: Owner, hashed: str, info: KeyInfo, *, instead_of: Sequence[str] = (), until: datetime
) -> None:
    """Store the hash of a new key; the keys with the hashes `instead_of` expire at `until`.

    Raises InvalidInputError when the owner was erased after the key was requested.
    """

    async def work(transaction: Transaction) -> None:
        await filing.lock(transaction, owner)
        await transaction.run(
            _ADD,
            owner=owner.key,
            name=owner.name,
            hash=hashed,
            prefix=info.prefix,
            label=info.label,
            scopes=sorted(info.scopes),
            agent=info.agent,
            expires_at=info.expires_at,
            now=info.created_at,
        )
        if instead_of:
            await transaction.run(_END, owner=owner.key, hashes=list(instead_of), at=until)

    await database.write(work)


async def access(database: Database, hashed: str) -> Access | None:
    """The owner, scopes and quota of a key; None for an unknown key."""
    rows = await database.run(_OWNER, hash=hashed)
    if not rows:
        return None
    info = _info(rows[0])
    own = rows[0]["quota"]
    return Access(Owner(rows[0]["name"], rows[0]["owner"]), info.scopes, info, None if own is None else tuple(own))


async def note_use(database: Database, hashed: str, hour: datetime) -> None:
    """Record that a key was used in that hour."""
    await database.run(_USE, hash=hashed, hour=hour)


async def of_owner(database: Database, owner: Owner) -> list[StoredKey]:
    """The owner's keys, oldest first."""
    return [StoredKey(row["hash"], _info(row)) for row in await database.run(_OF_OWNER, owner=owner.key)]


async def remove(database: Database, owner: Owner, hashes: Sequence[str]) -> int:
    """Revoke the owner's keys with these hashes and return their number. Raises as `filing.lock`."""

    async def work(transaction: Transaction) -> int:
        await filing.lock(transaction, owner)
        return int((await transaction.run(_REMOVE, owner=owner.key, hashes=list(hashes)))[0]["removed"])

    return await database.write(work)


async def has_keys(database: Database) -> bool:
    """Whether the store has any key."""
    return bool((await database.run(_ANY))[0]["found"])


def _info(row: Row) -> KeyInfo:
    known = {scope.value for scope in Scope}
    return KeyInfo(
        prefix=row["prefix"],
        label=row["label"] or "",
        scopes=frozenset(Scope(one) for one in row["scopes"] if one in known),
        created_at=_utc(row["created_at"]) or datetime.fromtimestamp(0, UTC),
        agent=row["agent"],
        expires_at=_utc(row["expires_at"]),
        used_at=_utc(row["used_at"]),
    )


def _utc(value: datetime | None) -> datetime | None:
    return None if value is None else value.astimezone(UTC)
