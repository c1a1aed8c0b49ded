"""What each owner has set: read once in a while, validated when it changes, seen by every process within 15 seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

from cachetools import TTLCache

from graphmem.errors import InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.owner_settings import OwnerSettings
from graphmem.model.palace import Owner
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem.services.audit import audited
from graphmem.store import owner_settings as stored
from graphmem.store import sessions
from graphmem.store.database import Database

REMEMBERED_SECONDS = 15.0
REMEMBERED_OWNERS = 10_000

_KNOWN: WeakKeyDictionary[Database, TTLCache[str, OwnerSettings]] = WeakKeyDictionary()


async def settings_of(database: Database, owner: Owner) -> OwnerSettings:
    """The owner's settings, as they are or were within the last 15 seconds; those set in this process at once."""
    known = _KNOWN.setdefault(database, TTLCache(REMEMBERED_OWNERS, REMEMBERED_SECONDS))
    if (found := known.get(owner.key)) is None:
        found = known[owner.key] = await stored.read(database, owner)
    return found


async def is_off(database: Database, owner: Owner, session: str | None) -> bool:
    """Whether recall is off for the agent that asks: the one its key is bound to, or the one its `session` is of."""
    off = (await settings_of(database, owner)).recall_off
    if not off:
        return False
    if owner.by is not None and owner.by.agent in off:
        return True
    return session is not None and await sessions.agent_of(database, owner, session) in off


def forget(database: Database, owner: Owner) -> None:
    """Keep nothing of the owner here."""
    if (known := _KNOWN.get(database)) is not None:
        known.pop(owner.key, None)


class SettingsService:
    """Reads and changes what owners have set, over one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, owner: Owner) -> OwnerSettings:
        """The owner's settings, as they are."""
        return await stored.read(self._database, owner)

    @audited(Verb.SET_SETTINGS, lambda settings: [f"version {settings.version}"])
    async def set(
        self,
        owner: Owner,
        *,
        privacy: Mapping[PrivacyClass, Handling] | None = None,
        recall_off: Sequence[str] | None = None,
        version: int | None = None,
    ) -> OwnerSettings:
        """Change some; what is None stays. With a `version` only if that is what they are now.

        Raises InvalidInputError when they have changed meanwhile, and for what is out of bounds.
        """
        now = await stored.read(self._database, owner)
        new = now.changed(privacy=privacy, recall_off=None if recall_off is None else tuple(recall_off))
        expected = version is None or version == now.version
        if not expected or not await stored.keep(self._database, owner, new):
            raise InvalidInputError(
                f"The settings are version {now.version} now.",
                field="version",
                remedy="Look at them again, and change them as they are.",
            )
        forget(self._database, owner)
        return new
