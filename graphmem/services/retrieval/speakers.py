"""Whose voices an owner's turns are: a question that names one of them is about what was said, not about the name."""

from __future__ import annotations

from cachetools import TTLCache

from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.store import recall as arms
from graphmem.store.database import Database

SAMPLE = 2_000
"""Turns looked at: 5 ms, and people who speak at all mostly speak among them."""

KEPT_SECONDS = 300.0
OWNERS = 1_000
"""Owners whose speakers are kept at a time."""

_ROLES = frozenset(role.value for role in Role)


class People:
    """The speakers of owners, up to five minutes old."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: TTLCache[str, frozenset[str]] = TTLCache(OWNERS, KEPT_SECONDS)
        self._forgotten = 0

    async def names(self, owner: Owner) -> frozenset[str]:
        """Names of those who speak; `user` and `assistant` are roles and no names."""
        if (known := self._known.get(owner.key)) is None:
            forgotten = self._forgotten
            known = frozenset(await arms.speakers(self._database, owner, SAMPLE)) - _ROLES
            if known and forgotten == self._forgotten:  # else it may have been read before an erasure
                # An owner whose first conversation is about to be mined should not wait five minutes.
                self._known[owner.key] = known
        return known

    def forget(self, owner: Owner) -> None:
        """Read the owner's speakers anew the next time."""
        self._forgotten += 1
        self._known.pop(owner.key, None)
