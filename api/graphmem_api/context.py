"""The context of every resolver: the memory, the asking owner, and the loaders of one request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Protocol, TypeAlias, TypeVar

import strawberry
from starlette.websockets import WebSocket
from strawberry.dataloader import DataLoader

from graphmem.facade import GraphMem
from graphmem.model.access import Access, Scope
from graphmem.model.palace import Closet, Drawer, Owner, Page, Room
from graphmem_api.live import Live
from graphmem_api.loaders import MemoryLoaders
from graphmem_api.rates import Rates

T = TypeVar("T")


class _Fetch(Protocol[T]):
    def __call__(
        self, owner: Owner, parents: Sequence[str], /, *, first: int, after: str | None
    ) -> Awaitable[list[Page[T]]]: ...


class Pages(Generic[T]):
    """Pages of children, batched: all parents with the same bounds become one query."""

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
    """The context of one request.

    A `socket` carries subscriptions alone; its `connection_params` name the asker. `secret` is the key that a
    subscription is checked with from then on.
    """

    memory: GraphMem
    access: Access
    rates: Rates
    secret: str | None = field(default=None, repr=False)
    live: Live | None = None
    socket: WebSocket | None = None
    connection_params: dict[str, object] | None = field(default=None, repr=False)
    rooms: Pages[Room] = field(init=False)
    closets: Pages[Closet] = field(init=False)
    drawers: Pages[Drawer] = field(init=False)
    closet_counts: DataLoader[str, int] = field(init=False)
    drawer_counts: DataLoader[str, int] = field(init=False)
    around: MemoryLoaders = field(init=False)

    def __post_init__(self) -> None:
        browse = self.memory.browse
        self.rooms = Pages(browse.rooms, self.owner)
        self.closets = Pages(browse.closets, self.owner)
        self.drawers = Pages(browse.drawers, self.owner)
        sizes = self.memory.sizes
        self.closet_counts = DataLoader(partial(sizes.closets, self.owner))
        self.drawer_counts = DataLoader(partial(sizes.drawers, self.owner))
        self.around = MemoryLoaders(self.memory.walks, self.memory.procedures, self.owner)

    @property
    def owner(self) -> Owner:
        """The asking owner, the only one whose memory is touched."""
        return self.access.owner

    @property
    def local(self) -> bool:
        """Whether the request came with the home's token, from this machine's own user."""
        return self.access.key is None

    async def looks(self) -> AsyncIterator[None]:
        """The moments at which a subscription looks for news, as long as it may; see `Live`."""
        assert self.live is not None
        secret = None if self.local else self.secret
        with self.live.seat(self.access):
            async for _ in self.live.looks(secret, self.socket):
                yield

    def admit(self, scope: Scope, what: str) -> None:
        """Raise ForbiddenError or RateLimitedError unless the key may do this now."""
        self.access.require(scope, what)
        self.rates.take(self.access, scope)


Info: TypeAlias = strawberry.Info[Context, None]
