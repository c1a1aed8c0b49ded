"""The databases of `GRAPHMEM_DATABASES`, open at once: each owner's calls go to the owner's database.

The first database says where every owner is. It is believed for five seconds; writers of an owner who has moved
meanwhile are told to come again, and what was left behind stays for readers until nobody believes it any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import blake2b
from typing import Any, TypeAlias

from cachetools import TTLCache

from graphmem.config import Settings, load_settings
from graphmem.errors import AuthenticationError, ConfigurationError, OwnerMovedError
from graphmem.facade import GraphMem
from graphmem.model.access import Access
from graphmem.model.palace import Actor, Owner
from graphmem.opened import Whose
from graphmem.owned import OwnedMemory
from graphmem.ports import Chat, Progress, silent
from graphmem.store import places

PLACE_SECONDS = 5.0
"""How long it is believed where an owner is."""

MOST_PLACES = 100_000
"""Owners whose place is remembered at once."""


class Databases:
    """Several open memories, each with its share of owners: `async with Databases.open() as databases:`.

    `ada = await databases.owner("ada")` is the memory of an owner, wherever it is.
    """

    def __init__(self, settings: Settings, memories: Mapping[str, GraphMem]) -> None:
        self.settings = settings
        self.memories = memories
        self.first = next(iter(memories.values()))
        self.directory = self.first.database
        self.keys = Keyring(self)
        self._known: TTLCache[str, str] = TTLCache(MOST_PLACES, PLACE_SECONDS)
        for name, memory in memories.items():
            memory.placing = _Placing(self, name)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings | None = None,
        *,
        each: dict[str, Settings] | None = None,
        chat: Chat | None = None,
        progress: Progress = silent,
    ) -> AsyncIterator[Databases]:
        """Open all databases that `settings.databases` names, with `each` by connections of their own.

        Raises DatabaseMissingError where one is not there (Community has one alone), DatabaseForbiddenError where the
        user lacks a right.
        """
        settings = settings or load_settings()
        async with AsyncExitStack() as stack:
            memories: dict[str, GraphMem] = {}
            for name, one in (each or settings_of_each(settings)).items():
                memories[name] = await stack.enter_async_context(GraphMem.open(one, chat=chat, progress=progress))
            yield cls(settings, memories)

    async def owner(self, name: Whose = None) -> OwnedMemory:
        """The memory of the owner of that name, or of the settings' owner; good until they move."""
        if not isinstance(name, Owner):
            name = Owner.named(self.settings.owner if name is None else name, Actor("library"))
        return (await self.memory_for(name)).owner(name)

    async def memory_for(self, owner: Owner) -> GraphMem:
        """The memory of the database that has the owner, chosen now for one who is new."""
        return self.memories[await self.place_of(owner)]

    async def place_of(self, owner: Owner) -> str:
        """The name of that database. Raises ConfigurationError where it is none of these."""
        if (name := self._known.get(owner.key)) is None:
            found = await places.place_of(self.directory, owner)
            choice = chosen(owner.key, self.memories)
            name = found.holder if found else await places.place(self.directory, owner, choice)
            if name not in self.memories:
                raise ConfigurationError(
                    f"{owner.name} is in the database {name}, which GRAPHMEM_DATABASES does not name.",
                    remedy="Name it there again, and move its owners before you leave it out.",
                )
            self._known[owner.key] = name
        return name

    def forget(self, owner: Owner) -> None:
        """Ask anew where the owner is."""
        self._known.pop(owner.key, None)


Served: TypeAlias = GraphMem | Databases


class Keyring:
    """The bearer keys of all databases: whom one opens is asked of each."""

    def __init__(self, databases: Databases) -> None:
        self._databases = databases

    @property
    def withdrawals(self) -> int:
        """Goes up whenever a key was taken back in this process."""
        return sum(memory.keys.withdrawals for memory in self._databases.memories.values())

    async def access_of(self, key: str) -> Access | None:
        """What a key opens, None for one nobody issued. Raises AuthenticationError for one that has expired."""
        asked = (memory.keys.access_of(key) for memory in self._databases.memories.values())
        answers = await asyncio.gather(*asked, return_exceptions=True)
        if found := next((one for one in answers if isinstance(one, Access)), None):
            return found
        for kind in (AuthenticationError, BaseException):
            if problem := next((one for one in answers if isinstance(one, kind)), None):
                raise problem
        return None

    async def any(self) -> bool:
        """Whether any database has a key."""
        return any([await memory.keys.any() for memory in self._databases.memories.values()])


class _Placing:
    """What the memory of one database has to know of owners who move."""

    def __init__(self, databases: Databases, name: str) -> None:
        self._databases, self._name = databases, name

    async def require_here(self, owner: Owner) -> None:
        """Raise OwnerMovedError for an owner who is not here or about to leave, before anything is erased."""
        found = await places.place_of(self._databases.directory, owner)
        if found is not None and (found.holder != self._name or found.moving_to is not None):
            self._databases.forget(owner)
            raise OwnerMovedError(owner.name, found.moving_to or found.holder)

    async def erased(self, owner: Owner) -> None:
        """Forget an owner who was erased. Raises OwnerMovedError for one who moved at the same time."""
        await self.require_here(owner)
        await places.forget(self._databases.directory, owner, self._name)
        self._databases.forget(owner)


def chosen(key: str, names: Iterable[str]) -> str:
    """The name of a key by rendezvous hashing (Thaler and Ravishankar 1998): the highest digest of both.
    A new name moves no key between the others."""
    return max(names, key=lambda name: (blake2b(f"{name}\n{key}".encode(), digest_size=16).digest(), name))


def settings_of_each(settings: Settings) -> dict[str, Settings]:
    """The settings by which each database is opened alone."""
    return {name: settings.model_copy(update={"neo4j_database": name, "databases": ()}) for name in settings.databases}


@asynccontextmanager
async def opened(settings: Settings, *, progress: Progress = silent) -> AsyncIterator[Served]:
    """What `settings` name: one memory, or those of several databases."""
    one = GraphMem.open(settings, progress=progress) if not settings.databases else None
    async with one or Databases.open(settings, progress=progress) as served:
        yield served


def first_of(served: Served) -> GraphMem:
    """The memory that speaks for the process."""
    return served.first if isinstance(served, Databases) else served


def memories_of(served: Served) -> list[GraphMem]:
    """Every open memory."""
    return list(served.memories.values()) if isinstance(served, Databases) else [served]


@asynccontextmanager
async def only(settings: Settings, owner: str | None, **how: object) -> AsyncIterator[GraphMem]:
    """The memory of the owner's database, for one command.
    Without an owner it is that of NEO4J_DATABASE, or of the first database."""
    each = settings_of_each(settings)
    if owner is None:
        one = each.get(settings.neo4j_database) or next(iter(each.values()))
        async with GraphMem.open(one, **how) as memory:  # type: ignore[arg-type]
            yield memory
        return
    of_each: dict[str, Any] = {name: how[name] for name in ("chat", "progress") if name in how}
    async with Databases.open(settings, **of_each) as databases:
        yield await databases.memory_for(Owner.named(owner))
