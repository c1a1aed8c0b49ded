"""Bearer keys: issued once in clear, kept only as their SHA-256, looked up by it.

A key is 32 random bytes, so its plain SHA-256 cannot be searched for, and an index look-up by hash tells a timing
attacker nothing that would bring it nearer to a key.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.model.palace import Owner
from graphmem.store import tenants
from graphmem.store.database import Database

PREFIX = "gm_"
MAX_LABEL = 100


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """What may be shown of a key later."""

    label: str
    created_at: datetime


def new_key() -> str:
    """A fresh key: `gm_` and 43 URL-safe characters."""
    return PREFIX + secrets.token_urlsafe(32)


def hashed(key: str) -> str:
    """What the store keeps of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class Keys:
    """The keys of one store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._withdrawals = 0

    @property
    def withdrawals(self) -> int:
        """How often this process has taken keys back. Whoever remembers a key forgets it when this has grown."""
        return self._withdrawals

    def withdrawn(self) -> None:
        """Tell that keys were taken back."""
        self._withdrawals += 1

    async def issue(self, owner: Owner, label: str) -> str:
        """A new key of the owner. It is returned this once and cannot be read again.

        Raises InvalidInputError for a label out of bounds, and when the owner was erased since this was asked for.
        """
        if not 0 < len(label.strip()) <= MAX_LABEL:
            raise InvalidInputError(
                f"The label has {len(label.strip())} characters.", field="label", remedy=f"Take 1 to {MAX_LABEL}."
            )
        key = new_key()
        await tenants.add_key(self._database, owner, hashed(key), label.strip())
        return key

    async def owner_of(self, key: str) -> Owner | None:
        """Whom a key was issued to, None for a key nobody issued or one that was revoked."""
        return await tenants.key_owner(self._database, hashed(key))

    async def any(self) -> bool:
        """Whether the store has any key: without one nobody of another machine could be served."""
        return await tenants.any_keys(self._database)

    async def issued(self, owner: Owner) -> list[IssuedKey]:
        """The owner's keys, oldest first."""
        return [IssuedKey(key.label, key.created_at) for key in await tenants.keys(self._database, owner)]

    async def revoke(self, owner: Owner, label: str) -> int:
        """Take back the owner's keys of that label and return how many. NotFoundError when there is none."""
        removed = await tenants.remove_keys(self._database, owner, label.strip())
        self.withdrawn()
        if not removed:
            raise NotFoundError(
                f"{owner.name} has no key labelled {label.strip()!r}.",
                field="label",
                remedy=f"See `graphmem keys list {owner.name}`.",
            )
        return removed
