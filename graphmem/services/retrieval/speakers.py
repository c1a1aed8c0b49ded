"""The speakers of an owner's turns: a question that names one asks for statements, not for the name."""

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
"""Turns read for names: it takes 5 ms, and most speakers occur among them."""

KEPT_SECONDS = 300.0
OWNERS = 1_000
"""Most owners whose speakers are cached."""

_ROLES = frozenset(role.value for role in Role)


@dataclass(frozen=True, slots=True)
class Speakers:
    """The speakers' names, and whether all user turns have one name, in any spelling."""

    names: frozenset[str] = frozenset()
    is_one_user: bool = False


NOBODY = Speakers()


class People:
    """Caches the speakers of owners for KEPT_SECONDS."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: TTLCache[str, Speakers] = TTLCache(OWNERS, KEPT_SECONDS)
        self._forgotten = 0

    async def names(self, owner: Owner) -> frozenset[str]:
        """The speakers' names, without roles such as `user` and `assistant`."""
        if (known := self._known.get(owner.key)) is None:
            forgotten = self._forgotten
            speakers, users = await retrievers.speakers(self._database, owner, SAMPLE)
            named = {fold(name).strip() for name in users if not is_role_name(name)}
            known = Speakers(frozenset(speakers) - _ROLES, len(named) == 1)
            if known.names and forgotten == self._forgotten:  # else it may have been read before an erasure
                # An empty result is not cached: the owner's first conversation may be mined at any moment.
                self._known[owner.key] = known
        return known.names

    def is_one_user(self, owner: Owner) -> bool:
        """Whether all user turns have one name; False until `names` has read the owner's speakers."""
        return self._known.get(owner.key, NOBODY).is_one_user

    def forget(self, owner: Owner) -> None:
        """Drop the owner's cached speakers."""
        self._forgotten += 1
        self._known.pop(owner.key, None)
