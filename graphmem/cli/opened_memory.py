"""The work of a command on a memory, which is opened for it and closed afterwards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from graphmem.cli.output import EVERYBODY, err, opened, progress, run
from graphmem.cli.progress import Display

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.owned import OwnedMemory

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a command: an open memory, its owner, and the progress display."""

    memory: GraphMem
    owner: OwnedMemory
    news: Display


def on(owner: str | None, work: Callable[[Target], Awaitable[T]]) -> T:
    """The result of work on an owner's memory, which is opened for it."""
    return run_on_memory(lambda memory, news: work(Target(memory, memory.owner(owner), news)), owner=owner)


def in_batches(owner: str | None, work: Callable[[Target], Awaitable[T]], *, stored: Callable[[T], bool]) -> T:
    """The result of `on`, with the chat model behind its endpoint's batch API.

    Answers are kept until `stored` says that their results are. Raises ConfigurationError without a chat model,
    ChatError without a batch API.
    """
    from graphmem.config import load_settings
    from graphmem.model.palace import Owner
    from graphmem.providers.factory import open_batch_chat

    settings, is_waiting = load_settings(), False

    async def opening(news: Display) -> T:
        nonlocal is_waiting
        chat = open_batch_chat(settings, Owner.named(owner or settings.owner).key, news)
        try:
            await chat.probe()
            async with opened(news, settings, owner=owner, chat=chat) as memory:
                came = await work(Target(memory, memory.owner(owner), news))
            if stored(came):
                chat.finish()
            return came
        finally:
            await chat.aclose()
            is_waiting = chat.is_waiting

    try:
        return run_with_progress(opening)
    except KeyboardInterrupt:
        if is_waiting:
            err.print("The batch goes on at the endpoint. Run the same command again: it fetches the answers.")
        raise


def run_on_memory(
    work: Callable[[GraphMem, Display], Awaitable[T]], *, check_embedder: bool = True, owner: str | None = EVERYBODY
) -> T:
    """The result of long work with progress, on an owner's memory or a whole database."""

    async def opening(news: Display) -> T:
        async with opened(news, check_embedder=check_embedder, owner=owner) as memory:
            return await work(memory, news)

    return run_with_progress(opening)


def run_with_progress(work: Callable[[Display], Awaitable[T]]) -> T:
    """The result of work with progress that opens its own resources."""

    async def showing() -> T:
        with progress() as news:
            return await work(news)

    return run(showing)
