"""Work of a command on a memory that is opened for it, and closed when it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from graphmem.cli.output import EVERYBODY, opened, progress, run
from graphmem.cli.progress import Display

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.owned import OwnedMemory

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Target:
    """What a command works on: an open memory, whose of it; and what shows how far the work is."""

    memory: GraphMem
    owner: OwnedMemory
    news: Display


def on(owner: str | None, work: Callable[[Target], Awaitable[T]]) -> T:
    """What comes of work on the memory of an owner, which is opened for it."""
    return watched(lambda memory, news: work(Target(memory, memory.owner(owner), news)), owner=owner)


def watched(
    work: Callable[[GraphMem, Display], Awaitable[T]], *, check_embedder: bool = True, owner: str | None = EVERYBODY
) -> T:
    """What comes of work that takes long, which tells how far it is; on a whole database unless it is on an owner."""

    async def opening(news: Display) -> T:
        async with opened(news, check_embedder=check_embedder, owner=owner) as memory:
            return await work(memory, news)

    return shown(opening)


def shown(work: Callable[[Display], Awaitable[T]]) -> T:
    """What comes of work that opens by itself what it needs, and tells how far it is."""

    async def showing() -> T:
        with progress() as news:
            return await work(news)

    return run(showing)
