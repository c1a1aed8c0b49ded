"""What every resolver gets: the memory, the owner who asks, and the loaders of this one request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Protocol, TypeAlias, TypeVar

import strawberry
from strawberry.dataloader import DataLoader

from graphmem.facade import GraphMem
from graphmem.model.palace import Closet, Drawer, Owner, Page, Room

T = TypeVar("T")


class _Fetch(Protocol[T]):
    def __call__(
        self, owner: Owner, parents: Sequence[str], /, *, first: int, after: str | None
    ) -> Awaitable[list[Page[T]]]: ...


class Pages(Generic[T]):
    """Pages of children, gathered: everything asked for with the same bounds becomes one query."""

    def __init__(self, fetch: _Fetch[T], owner: Owner) -> None:
        self._fetch = fetch
        self._owner = owner
        self._loaders: dict[tuple[int, str | None], DataLoader[str, Page[T]]] = {}

    async def load(self, parent: str, first: int, after: str | None) -> Page[T]:
        """The page of one parent."""
        if (first, after) not in self._loaders:
            load: Callable[[list[str]], Awaitable[list[Page[T]]]] = partial(self._load, first, after)
            self._loaders[first, after] = DataLoader(load)
        return await self._loaders[first, after].load(parent)

    async def _load(self, first: int, after: str | None, parents: list[str]) -> list[Page[T]]:
        return await self._fetch(self._owner, parents, first=first, after=after)


@dataclass
class Context:
    """One request. `local` says that it came with the home's token, from this machine's own user."""

    memory: GraphMem
    owner: Owner
    local: bool
    rooms: Pages[Room] = field(init=False)
    closets: Pages[Closet] = field(init=False)
    drawers: Pages[Drawer] = field(init=False)

    def __post_init__(self) -> None:
        browse = self.memory.browse
        self.rooms = Pages(browse.rooms, self.owner)
        self.closets = Pages(browse.closets, self.owner)
        self.drawers = Pages(browse.drawers, self.owner)


Info: TypeAlias = strawberry.Info[Context, None]
