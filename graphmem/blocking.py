"""The door for code that cannot await: the same verbs, on an event loop in a thread of their own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

from graphmem.facade import GraphMem
from graphmem.opened import Whose
from graphmem.owned import OwnedMemory
from graphmem.verbs import verbs_of

T = TypeVar("T")


class BlockingMemory:
    """`GraphMem` without `await`, for scripts and frameworks that are not asynchronous.

        with BlockingMemory() as memory:
            ada = memory.owner("ada")
            ada.observe("I moved to Lisbon in May.", speaker="Ada")
            print(ada.recall("Where do I live?").context)

    It takes what `GraphMem.open` takes. May be used by several threads at once; not on a running event loop.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        self._opens = functools.partial(GraphMem.open, *given, **named)
        self._loop = asyncio.new_event_loop()
        self._memory: GraphMem | None = None

    def __enter__(self) -> BlockingMemory:
        opened: Future[GraphMem] = Future()
        self._closing = asyncio.Event()
        self._thread = threading.Thread(target=self._live, args=(opened,), name="graphmem", daemon=True)
        self._thread.start()
        try:
            self._memory = opened.result()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._end()

    @property
    def opened(self) -> GraphMem:
        """The asynchronous memory behind it; RuntimeError outside of `with`."""
        if self._memory is None:
            raise RuntimeError("The memory is not open: use `with BlockingMemory() as memory:`.")
        return self._memory

    def owner(self, name: Whose = None) -> BlockingOwned:
        """The memory of the owner of that name, or of the settings' owner."""
        return BlockingOwned(self, self.opened.owner(name))

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of any coroutine of the memory, such as `memory.wait(memory.opened.doctor())`.

        Ctrl-C cancels it.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _end(self) -> None:
        self._memory = None
        with contextlib.suppress(RuntimeError):  # it failed to open, and its loop is closed by now
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    def _live(self, opened: Future[GraphMem]) -> None:
        async def live() -> None:
            # One task opens and closes it, since its resources may belong to the task.
            try:
                async with self._opens() as memory:
                    opened.set_result(memory)
                    await self._closing.wait()
            except BaseException as error:
                if opened.done():
                    raise
                opened.set_exception(error)

        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(live())


class BlockingOwned:
    """One owner's memory, as `graphmem.OwnedMemory`, whose verbs return when they are done."""

    def __init__(self, door: BlockingMemory, owned: OwnedMemory) -> None:
        self._door = door
        self.owner = owned

    def __getattr__(self, name: str) -> Callable[..., Any]:  # for type checkers: the verbs are inserted below
        raise AttributeError(f"A memory has no verb {name!r}.")


def _waiting(verb: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
    @functools.wraps(verb)
    def wait(self: BlockingOwned, *given: Any, **named: Any) -> Any:
        return self._door.wait(verb(self.owner, *given, **named))

    return wait


for _name, _verb in verbs_of(OwnedMemory).items():
    setattr(BlockingOwned, _name, _waiting(_verb.method))
