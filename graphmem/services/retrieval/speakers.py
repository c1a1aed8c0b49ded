"""Whose voices an owner's turns are: a question that names one of them is about what was said, not about the name."""

from __future__ import annotations

from dataclasses import dataclass

from cachetools import TTLCache

from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.turkish import fold
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.store import recall as retrievers
from graphmem.store.database import Database

SAMPLE = 2_000
"""Turns looked at: 5 ms, and people who speak at all mostly speak among them."""

KEPT_SECONDS = 300.0
OWNERS = 1_000
"""Owners whose speakers are kept at a time."""

_ROLES = frozenset(role.value for role in Role)


@dataclass(frozen=True, slots=True)
class Speakers:
    """The names of those who speak, and whether one user alone does, under one name however it is spelled."""

    names: frozenset[str] = frozenset()
    is_one_user: bool = False


NOBODY = Speakers()


class People:
    """The speakers of owners, up to five minutes old."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: TTLCache[str, Speakers] = TTLCache(OWNERS, KEPT_SECONDS)
        self._forgotten = 0

    async def names(self, owner: Owner) -> frozenset[str]:
        """Names of those who speak; `user` and `assistant` are roles and no names."""
        if (known := self._known.get(owner.key)) is None:
            forgotten = self._forgotten
            speakers, users = await retrievers.speakers(self._database, owner, SAMPLE)
            named = {fold(name).strip() for name in users if not is_role_name(name)}
            known = Speakers(frozenset(speakers) - _ROLES, len(named) == 1)
            if known.names and forgotten == self._forgotten:  # else it may have been read before an erasure
                # An owner whose first conversation is about to be mined should not wait five minutes.
                self._known[owner.key] = known
        return known.names

    def is_one_user(self, owner: Owner) -> bool:
        """Whether all that users told was told under one name, as far as the speakers are known here by now."""
        return self._known.get(owner.key, NOBODY).is_one_user

    def forget(self, owner: Owner) -> None:
        """Read the owner's speakers anew the next time."""
        self._forgotten += 1
        self._known.pop(owner.key, None)
