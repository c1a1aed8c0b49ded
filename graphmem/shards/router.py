"""Several servers, open at once: what is asked for an owner goes to the one that has their memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager

from graphmem.config import Settings, load_settings
from graphmem.errors import (
    AuthenticationError,
    ConfigurationError,
    DatabaseUnavailableError,
    GraphMemError,
    ServerError,
    ShardUnavailableError,
)
from graphmem.facade import GraphMem
from graphmem.model.access import Access
from graphmem.model.palace import Actor, Owner
from graphmem.opened import Whose
from graphmem.opening import ended
from graphmem.owned import OwnedMemory
from graphmem.ports import Progress, silent
from graphmem.services.readiness import Readiness
from graphmem.shards.places import Door, Places, looking
from graphmem.shards.plan import only_shard, settings_of_each
from graphmem.store.database import Database

PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
"""Between two tries to open a server that is away, doubled each time."""

Beside = Callable[[GraphMem], AbstractAsyncContextManager[None]]

log = logging.getLogger(__name__)


class Shard:
    """One server: its memory once it is open, and till then why it is not."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name = name
        self.settings = settings
        self.memory: GraphMem | None = None
        self.problem: GraphMemError | None = None
        self.tried = asyncio.Event()
        self.opened = asyncio.Event()

    @property
    def door(self) -> Door | None:
        """How to ask it; None while it is not open."""
        return None if self.memory is None else Door(self.memory.database, self.memory.pulse.lost)

    def require(self) -> GraphMem:
        """Its memory. Raises ShardUnavailableError."""
        if self.memory is None or self.memory.pulse.lost.is_set():
            raise ShardUnavailableError(self.name)
        return self.memory

    async def keep_open(self, progress: Progress) -> None:
        """Open it, however often that takes, and keep it open until cancelled."""
        pause = PAUSE_SECONDS
        while True:
            try:
                async with GraphMem.open(self.settings, progress=progress) as memory:
                    self.memory, self.problem = memory, None
                    self.tried.set()
                    self.opened.set()
                    await asyncio.Event().wait()
            except (GraphMemError, OSError) as error:
                self.problem = error if isinstance(error, GraphMemError) else ServerError(str(error))
                log.warning("the server %s cannot be opened: %s", self.name, error)
            finally:
                self.memory = None
                self.tried.set()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


class Shards:
    """Several open memories, each with its share of the owners. Use `async with Shards.open() as shards:`.

    ada = await shards.owner("ada")
    await ada.observe("I moved to Lisbon in May.", speaker="Ada")
    """

    def __init__(self, settings: Settings, shards: Mapping[str, Shard]) -> None:
        self.settings = settings
        self.by_name = shards
        self.places = Places(shards.keys(), lambda name: shards[name].door)
        self.keys = Keyring(self)
        self.actor = Actor("library")

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings | None = None, *, progress: Progress = silent) -> AsyncIterator[Shards]:
        """Open all servers that `settings.shards` names; those that are away are opened once they come.

        Raises ConfigurationError for a wrong file, and what a server said when none can be opened.
        """
        settings = settings or load_settings()
        shards = {name: Shard(name, one) for name, one in settings_of_each(settings).items()}
        keeping = [asyncio.create_task(one.keep_open(progress), name=f"shard {one.name}") for one in shards.values()]
        try:
            await asyncio.gather(*(one.tried.wait() for one in shards.values()))
            if not any(one.opened.is_set() for one in shards.values()):
                raise next(one.problem for one in shards.values() if one.problem is not None)
            yield cls(settings, shards)
        finally:
            await asyncio.gather(*(ended(task) for task in keeping))

    @property
    def memories(self) -> list[GraphMem]:
        """Of the servers that are open."""
        return [one.memory for one in self.by_name.values() if one.memory is not None]

    @property
    def away(self) -> list[str]:
        """Names of the servers that do not answer."""
        return [name for name, one in self.by_name.items() if one.memory is None or one.memory.pulse.lost.is_set()]

    def named(self, name: Whose = None) -> Owner:
        """The owner of that name, or the settings' owner. Raises InvalidInputError for what is no name."""
        if isinstance(name, Owner):
            return name
        return Owner.named(self.settings.owner if name is None else name, self.actor)

    async def owner(self, name: Whose = None) -> OwnedMemory:
        """The memory of an owner, wherever it is, as `GraphMem.owner` gives it. Good until they move.

        Raises ShardUnavailableError.
        """
        found = self.named(name)
        return (await self.store_for(found)).owner(found)

    async def store_for(self, owner: Owner) -> GraphMem:
        """The memory of the server where the owner is. Raises ShardUnavailableError."""
        return self.by_name[await self.places.of(owner)].require()

    async def readiness(self) -> Readiness:
        """Of the first server that can serve its owners; where none can, what is wrong with one that is open."""
        found = [await memory.readiness() for memory in self.memories]
        nobody = Readiness(False, False, ShardUnavailableError.code, "None of the servers answers.")
        return next((one for one in found if one.ready), found[0] if found else nobody)

    @asynccontextmanager
    async def beside(self, work: Beside) -> AsyncIterator[None]:
        """Do something beside each memory as long as this lasts, from the moment it is open."""

        async def follow(one: Shard) -> None:
            await one.opened.wait()
            if one.memory is not None:
                async with work(one.memory):
                    await asyncio.Event().wait()

        following = [asyncio.create_task(follow(one), name=f"beside {one.name}") for one in self.by_name.values()]
        try:
            yield
        finally:
            await asyncio.gather(*(ended(task) for task in following))


class Keyring:
    """The bearer keys of all servers: whom one opens is asked of each."""

    def __init__(self, shards: Shards) -> None:
        self._shards = shards

    @property
    def withdrawals(self) -> int:
        """Goes up whenever a key was taken back in this process."""
        return sum(memory.keys.withdrawals for memory in self._shards.memories)

    async def access_of(self, key: str) -> Access | None:
        """What a key opens, None for one nobody issued. Raises AuthenticationError for one that has expired, and
        ShardUnavailableError where the server that could know it is away."""
        expired: list[AuthenticationError] = []

        async def ask(name: str, _: Database) -> Access | None:
            try:
                return await self._shards.by_name[name].require().keys.access_of(key)
            except AuthenticationError as error:
                expired.append(error)
                return None

        found, away = await self._shards.places.ask(ask)
        if (access := next((one for one in found.values() if one is not None), None)) is not None:
            return access
        if expired:
            raise expired[0]
        if away:
            raise ShardUnavailableError(away[0])
        return None

    async def any(self) -> bool:
        """Whether any server has a key."""
        found, _ = await self._shards.places.ask(lambda name, _: self._shards.by_name[name].require().keys.any())
        return any(found.values())


async def only(settings: Settings, owner: Owner | None) -> tuple[str, Settings]:
    """The one server that a command works on, by name and settings: `settings.shard`, else the owner's.

    Raises ConfigurationError where neither is given, ShardUnavailableError where it cannot be known which it is.
    """
    if settings.shard is not None:
        return settings.shard, only_shard(settings)
    each = settings_of_each(settings)
    if owner is None:
        raise ConfigurationError(
            "This command works on a whole server, and GRAPHMEM_SHARDS names several.",
            remedy=f"Say which with GRAPHMEM_SHARD: {', '.join(each)}.",
        )
    async with looking(each) as places:
        name = await places.of(owner)
        return name, each[name]


@contextmanager
def named(shard: str) -> Iterator[None]:
    """Whatever is done within is done on this server of several: ShardUnavailableError where it does not answer."""
    try:
        yield
    except ShardUnavailableError:
        raise
    except DatabaseUnavailableError as error:
        raise ShardUnavailableError(shard, error.message) from error
