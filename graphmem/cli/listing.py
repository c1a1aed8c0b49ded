"""Lists on the command line, as tables or JSON, with a cursor to the next page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import typer
from rich.table import Column, Table

from graphmem.cli.output import escape, out, plain, say
from graphmem.model.palace import Page

T = TypeVar("T")

Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="Number of results.")]
After = Annotated[str | None, typer.Option(help="The cursor at the end of the previous page.")]


def right(name: str) -> Column:
    """A column of numbers."""
    return Column(name, justify="right")


def whole(name: str) -> Column:
    """A column whose values are never cut."""
    return Column(name, no_wrap=True)


def wide(name: str, share: int = 3) -> Column:
    """A column that takes a share of the remaining width."""
    return Column(name, ratio=share)


def table(
    *columns: str | Column, rows: Iterable[Iterable[str]] = (), title: str | None = None, lines: bool = False
) -> Table:
    """A table with a title, or a bare one without. The cells of its rows are markup."""
    made = (
        Table(*columns, title=title, title_justify="left", show_lines=lines)
        if title is not None
        else Table(*columns, box=None, pad_edge=False)
    )
    for row in rows:
        made.add_row(*row)
    return made


def facts(lines: Iterable[tuple[str, str]]) -> Table:
    """Names with their values, a line each."""
    made = Table(show_header=False, box=None, pad_edge=False)
    for name, value in lines:
        made.add_row(f"[bold]{name}[/]", escape(value))
    return made


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """The display of a list or of one page: a row of markup for each item, or a message if it is empty.

    `empty_after` is the message of an empty page that follows another, `hint` stands below a table. With a `name` JSON
    is an object: the items under that name, and the cursor for more.
    """

    row: Callable[[T], Iterable[str]]
    columns: Sequence[str | Column]
    title: str
    empty: str
    empty_after: str = ""
    name: str | None = None
    lines: bool = False
    hint: str = ""

    def __call__(self, found: Sequence[T] | Page[T], *, after: str | None = None, empty: str = "") -> None:
        """Print the list as a table; `empty` replaces the message of an empty list."""
        if items := _items(found):
            out.print(table(*self.columns, rows=map(self.row, items), title=self.title, lines=self.lines))
            tell_more(cursor_of(found))
            if self.hint:
                say(self.hint, "dim")
        else:
            last = self.empty_after if after else ""
            out.print(empty or last or self.empty, style="dim", markup=False)

    def plain(self, found: Sequence[T] | Page[T]) -> Any:
        """The list as plain values."""
        items = plain(_items(found))
        return items if self.name is None else {self.name: items, "next": cursor_of(found)}


def cursor_of(found: Sequence[T] | Page[T]) -> str | None:
    """The cursor of the next page."""
    return found.cursors[-1] if isinstance(found, Page) and found.has_next else None


def _items(found: Sequence[T] | Page[T]) -> list[T]:
    return list(found.items if isinstance(found, Page) else found)


def tell_more(cursor: str | None) -> None:
    """Print how to get the next page, if there is one."""
    if cursor is not None:
        say(f"More: --after {cursor}", "dim")
