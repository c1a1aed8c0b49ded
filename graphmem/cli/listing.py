"""Lists on the command line, as tables or JSON, with a word where there is nothing and a cursor where there is more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, TypeVar

import typer
from rich.table import Column, Table

from graphmem.cli.asking import plain
from graphmem.cli.output import escape, out, print_json
from graphmem.model.palace import Page

T = TypeVar("T")

Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")]
After = Annotated[str | None, typer.Option(help="The cursor that the page before ended with.")]


def right(name: str) -> Column:
    """A column of numbers."""
    return Column(name, justify="right")


def whole(name: str) -> Column:
    """A column whose values are not cut in two."""
    return Column(name, no_wrap=True)


def wide(name: str, share: int = 3) -> Column:
    """A column that takes a share of what the others leave."""
    return Column(name, ratio=share)


def table(
    *columns: str | Column, rows: Iterable[Iterable[str]] = (), title: str | None = None, lines: bool = False
) -> Table:
    """A table with a title, or a bare one without. What its rows say is markup."""
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


def show(
    found: Sequence[T] | Page[T],
    row: Callable[[T], Iterable[str]],
    *columns: str | Column,
    title: str,
    empty: str,
    as_json: bool,
    name: str | None = None,
    lines: bool = False,
) -> None:
    """A list, or a page of one, which is JSON under its name with the cursor for more."""
    items = list(found.items if isinstance(found, Page) else found)
    cursor = found.cursors[-1] if isinstance(found, Page) and found.has_next else None
    if as_json:
        print_json({name: plain(items), "next": cursor} if name is not None else plain(items))
    elif items:
        out.print(table(*columns, rows=map(row, items), title=title, lines=lines))
        tell_more(cursor)
    else:
        out.print(empty, style="dim", markup=False)


def tell_more(cursor: str | None) -> None:
    """How to go on, where there is more."""
    if cursor is not None:
        out.print(f"More: --after {cursor}", style="dim", soft_wrap=True, markup=False)
