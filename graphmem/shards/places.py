"""Finds the server that has an owner's memory.

An owner is where a server says so, or where the one that they left says they went. Nobody's place is ever computed but
that of one whom no server knows, and only while all of them answer: else the one that does not might have the memory.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from graphmem.config import Settings
from graphmem.errors import ConfigurationError, DatabaseError, ShardUnavailableError
from graphmem.model.palace import Owner
from graphmem.opening import address_of
from graphmem.shards.plan import first_place
from graphmem.store import shards
from graphmem.store.database import Database
from graphmem.store.shards import Place

PLACE_SECONDS = 5.0
"""How long a place that was found is believed without asking again."""

MOST_PLACES = 100_000
"""Owners whose place is remembered at once; then all are forgotten."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Door:
    """A server that can be asked, until `lost` is set."""

    database: Database
    lost: asyncio.Event


class Places:
    """Where owners are, among the servers of these names; `door` is how to ask one, None while it is away."""

    def __init__(self, names: Collection[str], door: Callable[[str], Door | None]) -> None:
        self.names = tuple(names)
        self._door = door
        self._known: dict[str, tuple[str, float]] = {}

    async def of(self, owner: Owner) -> str:
        """The name of the server that has the owner's memory, or shall have it.

        Raises ShardUnavailableError where that cannot be known, ConfigurationError where it cannot be.
        """
        known = self._known.get(owner.key)
        if known is not None and time.monotonic() - known[1] < PLACE_SECONDS:
            return known[0]
        found, silent = await self.look_for(owner)
        name = located(found, self.names)
        if name is None:
            if silent:
                raise ShardUnavailableError(silent[0])
            name = first_place(owner, self.names)
        if len(self._known) >= MOST_PLACES:
            self._known.clear()
        self._known[owner.key] = (name, time.monotonic())
        return name

    def forget(self, owner: Owner) -> None:
        """Ask anew where the owner is."""
        self._known.pop(owner.key, None)

    async def look_for(self, owner: Owner) -> tuple[dict[str, Place], list[str]]:
        """What each server knows of the owner, and the names of those that do not answer."""
        return await self.ask(lambda _, database: shards.place(database, owner))

    async def ask(self, question: Callable[[str, Database], Awaitable[T]]) -> tuple[dict[str, T], list[str]]:
        """What each server says, and the names of those that do not answer."""

        async def answer(name: str) -> list[T]:
            door = self._door(name)
            if door is None or door.lost.is_set():
                return []
            asking = asyncio.ensure_future(question(name, door.database))
            losing = asyncio.ensure_future(door.lost.wait())
            try:
                await asyncio.wait([asking, losing], return_when=asyncio.FIRST_COMPLETED)
                return [asking.result()] if asking.done() else []
            except DatabaseError:
                return []
            finally:
                losing.cancel()
                asking.cancel()

        answers = await asyncio.gather(*(answer(name) for name in self.names))
        found = {name: said[0] for name, said in zip(self.names, answers, strict=True) if said}
        return found, [name for name in self.names if name not in found]


def located(found: Mapping[str, Place], names: Collection[str]) -> str | None:
    """Where an owner's memory is by what the servers say; None where none of them says so.

    Raises ConfigurationError for one that is at two of them, or went to one that nobody names any more.
    """
    living = [name for name, place in found.items() if place.lives]
    if len(living) > 1:
        raise ConfigurationError(
            f"The same owner is on {' and '.join(living)}.",
            remedy="Export one of the two and erase it there, with GRAPHMEM_SHARD.",
        )
    if living:
        return living[0]
    left = {name: place.moved_to for name, place in found.items() if place.moved_to is not None}
    went = sorted(set(left.values()) - left.keys())  # not those that were left again
    if not went:
        return None
    if went[0] not in names:
        raise ConfigurationError(
            f"An owner moved to {went[0]}, which GRAPHMEM_SHARDS does not name.", remedy="Name it there again."
        )
    return went[0]


@asynccontextmanager
async def looking(each: Mapping[str, Settings]) -> AsyncIterator[Places]:
    """Where owners are, asked over plain connections: no model is loaded and no schema changed."""
    doors: dict[str, Door] = {}

    async def connect(name: str) -> None:
        with suppress(DatabaseError):
            doors[name] = Door(await Database.connect(address_of(each[name], None), connections=2), asyncio.Event())

    await asyncio.gather(*(connect(name) for name in each))
    try:
        yield Places(each.keys(), doors.get)
    finally:
        await asyncio.gather(*(door.database.aclose() for door in doors.values()))
