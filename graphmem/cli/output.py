"""What the commands share: one console each for answers and for news, progress bars, and JSON for scripts.

Answers go to standard output, everything else to standard error, so that `graphmem … --json | jq` just works.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from graphmem import ports

T = TypeVar("T")

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

QUIET_SECONDS = 5.0
"""Without a terminal a line is printed per stage, and again after so many seconds of the same one."""


def print_json(value: Any) -> None:
    """One JSON document on standard output, letters as they are."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n")


@contextmanager
def progress() -> Iterator[ports.Progress]:
    """A `ports.Progress` that draws bars on a terminal and prints sparse lines elsewhere."""
    if not err.is_terminal:
        yield _Lines()
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err, transient=True) as bars:
        yield _Bars(bars)


class _Bars:
    """One bar per stage; a stage that reached its total stays full."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, what: str, done: int, total: int | None) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._bars.add_task(what, total=total)
        self._bars.update(self._tasks[what], completed=done, total=total)


class _Lines:
    """A line when a stage begins, when it ends, and every few seconds between."""

    def __init__(self) -> None:
        self._last: tuple[str, float] = ("", 0.0)

    def __call__(self, what: str, done: int, total: int | None) -> None:
        finished = total is not None and done >= total
        stage, since = self._last
        if what != stage or finished or monotonic() - since > QUIET_SECONDS:
            amount = "" if total in (None, 0) else f" {done:,}/{total:,}"
            err.print(f"… {what}{amount}", markup=False)
            self._last = (what, monotonic())


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Run a command's coroutine to its end; SIGTERM cancels it like Ctrl-C does, so that everything is closed."""

    async def main() -> T:
        task = asyncio.ensure_future(work())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await task

    return asyncio.run(main())
