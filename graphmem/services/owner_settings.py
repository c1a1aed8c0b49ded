"""Settings of owners: cached, validated on change, known to every process within 15 seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from weakref import WeakKeyDictionary

from cachetools import TTLCache

from graphmem.errors import InvalidInputError
from graphmem.language.statements.tables import is_single
from graphmem.model.audit import Verb
from graphmem.model.owner_choices import Choices
from graphmem.model.owner_settings import OwnerSettings, SettingsChange
from graphmem.model.palace import Owner
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem.services.audit import audited
from graphmem.services.quotas import Quotas
from graphmem.store import facts, sessions
from graphmem.store import owner_settings as stored
from graphmem.store.database import Database

REMEMBERED_SECONDS = 15.0
REMEMBERED_OWNERS = 10_000

_KNOWN: WeakKeyDictionary[Database, TTLCache[str, OwnerSettings]] = WeakKeyDictionary()


async def settings_of(database: Database, owner: Owner) -> OwnerSettings:
    """The owner's settings, at most 15 seconds old; changes of this process are seen at once."""
    known = _KNOWN.setdefault(database, TTLCache(REMEMBERED_OWNERS, REMEMBERED_SECONDS))
    if (found := known.get(owner.key)) is None:
        found = known[owner.key] = await stored.read(database, owner)
    return found


async def choices_of(database: Database, owner: Owner, session: str | None = None) -> Choices:
    """The choices for the caller: those of the acting agent, or of the agent of its `session`."""
    settings = await settings_of(database, owner)
    return settings.of(await _agent(database, owner, session)) if settings.agents else settings.of(None)


async def lets_model_read(database: Database, owner: Owner, session: str | None) -> bool:
    """Whether a chat model may read statements and questions, in a session or without one."""
    return (await choices_of(database, owner, session)).chat_model


async def is_off(database: Database, owner: Owner, session: str | None) -> bool:
    """Whether recall is off: memory is off, or recall is, for the acting agent or the `session`'s."""
    settings = await settings_of(database, owner)
    if not settings.knows_agents:
        return not settings.of(None).enabled
    spoken = None if owner.by is None else owner.by.agent
    told = None if session is None else await sessions.agent_of(database, owner, session)
    off = {*settings.recall_off} & {spoken, told}
    return bool(off) or not settings.of(spoken or told).enabled


async def _agent(database: Database, owner: Owner, session: str | None) -> str | None:
    if owner.by is not None and owner.by.agent is not None:
        return owner.by.agent
    return None if session is None else await sessions.agent_of(database, owner, session)


def forget(database: Database, owner: Owner) -> None:
    """Drop the owner's cached settings."""
    if (known := _KNOWN.get(database)) is not None:
        known.pop(owner.key, None)


class SettingsService:
    """Reads and changes owners' settings, over one database."""

    def __init__(self, database: Database) -> None:
        self._database, self.quotas = database, Quotas(database)

    async def get(self, owner: Owner) -> OwnerSettings:
        """The owner's stored settings."""
        return await stored.read(self._database, owner)

    async def history(self, owner: Owner) -> list[SettingsChange]:
        """The last hundred versions of the settings, the latest first."""
        return await stored.history(self._database, owner)

    @audited(Verb.SET_SETTINGS, lambda settings: [f"version {settings.version}"])
    async def set(
        self,
        owner: Owner,
        *,
        privacy: Mapping[PrivacyClass, Handling] | None = None,
        recall_off: Sequence[str] | None = None,
        choices: Mapping[str, Any] | None = None,
        agent: str | None = None,
        version: int | None = None,
    ) -> OwnerSettings:
        """Change settings; None leaves one unchanged. `choices` are the owner's, or one `agent`'s.
        A choice of None is removed. With a `version`, the change needs it to be the present one.

        Raises InvalidInputError for a concurrent change, and for values out of bounds.
        """
        now = await stored.read(self._database, owner)
        off = None if recall_off is None else tuple(recall_off)
        new = now.changed(privacy=privacy, recall_off=off, choices=choices, agent=agent)
        expected = version is None or version == now.version
        change = SettingsChange(new.version, datetime.now(UTC), owner.by, new.since(now))
        if not expected or not await stored.keep(self._database, owner, new, change):
            raise InvalidInputError(
                f"The settings are version {now.version} now.",
                field="version",
                remedy="Look at them again, and change them as they are.",
            )
        forget(self._database, owner)
        await self._slot(owner, now, new)
        return new

    async def _slot(self, owner: Owner, before: OwnerSettings, after: OwnerSettings) -> None:
        """Let stored facts end each other, or no longer, as the owner now declares."""
        was, told = before.of(None).declared, after.of(None).declared
        changed = [name for name in {**was, **told} if was.single(name) is not told.single(name)]
        if changed:
            own = {name: told.single(name) for name in sorted(changed)}
            slots = {name: is_single(name) if single is None else single for name, single in own.items()}
            await facts.set_single_valued(self._database, owner, slots)
