"""The display of long work: bars on a terminal, two lines a stage elsewhere.

A display is a `ports.Progress`. Its bars stand on the terminal only while a stage runs. They go once every stage has
reached its total, or when `settle` says that the wait is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, Task, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Column
from rich.text import Text

from graphmem.language.printable import printable

BAR_WIDTH = 20
"""Columns of a bar; with the amount and the time it leaves half of 80 columns to the name."""


class Display(Protocol):
    """A `ports.Progress` that can be told that the wait is over."""

    def __call__(self, what: str, done: int, total: int | None) -> None: ...

    def settle(self) -> None:
        """End every stage, also those without a total."""
        ...


@contextmanager
def shown_on(console: Console) -> Iterator[Display]:
    """A display on the console, ended when the block ends."""
    display: Display = Bars(console) if console.is_terminal else Lines(console)
    try:
        yield display
    finally:
        display.settle()


class Bars:
    """Bars, one a stage, as long as any stage is open."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Draw the stage's bar, and take all bars away with the last open one."""
        if self._bars is None:
            if total is not None and done >= total:
                return
            self._bars = self._begun()
        if what not in self._tasks:
            self._tasks[what] = self._bars.add_task(escape(printable(what)), total=total, completed=done)
        self._bars.update(self._tasks[what], completed=done, total=total)
        if self._bars.finished:
            self.settle()

    def settle(self) -> None:
        """Take the bars off the terminal."""
        if self._bars is not None:
            self._bars.stop()
        self._bars, self._tasks = None, {}

    def _begun(self) -> Progress:
        name = TextColumn("{task.description}", table_column=Column(no_wrap=True, overflow="ellipsis"))
        columns = (SpinnerColumn(), name, BarColumn(BAR_WIDTH), _Amount(), TimeElapsedColumn())
        bars = Progress(*columns, console=self._console, transient=True)
        bars.start()
        return bars


class _Amount(TextColumn):
    """The amount, as `12/195`; nothing for a stage without a total, whose elapsed time is enough."""

    def __init__(self) -> None:
        super().__init__("", table_column=Column(no_wrap=True))

    def render(self, task: Task) -> Text:
        return Text("" if task.total is None else f"{task.completed:,.0f}/{task.total:,.0f}")


class Lines:
    """Lines at the beginning and end of a stage, which also suit a log of several stages side by side."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._open: set[str] = set()
        self._done: set[str] = set()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Print the stage's first or last line."""
        finished = total is not None and done >= total
        if what in (self._done if finished else self._open):
            return
        amount = f" {done:,}/{total:,}" if finished and total else ""
        self._console.print(f"… {what}{amount}", markup=False, soft_wrap=True)
        (self._done if finished else self._open).add(what)

    def settle(self) -> None:
        """Nothing, since printed lines stay."""
