"""`graphmem review`: pairs of memories of which the newer may have ended the older, for a person to decide."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.model.ids import shown
from graphmem.model.review import Decided, Review, Verdict

if TYPE_CHECKING:
    from graphmem.model.palace import Page

BY = "command line"

app = typer.Typer(help="What the gate was not sure of: did the newer statement end the older? List it, and decide.")

Ids = Annotated[
    list[str], typer.Argument(metavar="ID…", help="As `graphmem review` shows them; the starts of ids will do.")
]


@app.callback(invoke_without_command=True)
def review(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")] = 20,
    after: Annotated[str | None, typer.Option(help="The cursor that the page before ended with.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the pairs that are undecided, the last found first; or decide about them."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = owner
        return

    async def work() -> Page[Review]:
        async with opened() as memory:
            return await memory.reviews.page(memory.owner(owner), first=limit, after=after)

    page = run(work)
    cursor = page.cursors[-1] if page.has_next else None
    if as_json:
        print_json({"reviews": [asdict(one) for one in page.items], "next": cursor})
        return
    if not page.items:
        told = "No more to decide." if after else "Nothing to decide: the gate was sure of all that was said so far."
        out.print(told, style="dim")
        return
    out.print(_table(page.items))
    out.print(
        "Did the newer statement end the older? graphmem review accept ID, or graphmem review dismiss ID",
        style="dim", markup=False, soft_wrap=True,
    )  # fmt: skip
    if cursor is not None:
        out.print(f"More: --after {cursor}", style="dim", soft_wrap=True, markup=False)


def _table(reviews: tuple[Review, ...]) -> Table:
    table = Table(title="To decide", title_justify="left", show_lines=True)
    table.add_column("review", no_wrap=True)
    table.add_column("older", ratio=2)
    table.add_column("newer", ratio=2)
    table.add_column("why", ratio=1)
    table.add_column("sure", justify="right")
    table.add_column("found", no_wrap=True)
    for one in reviews:
        texts = (
            f"{escape(memory.text)}\n[dim]{shown(memory.id)}, since {memory.valid_from:%Y-%m-%d}[/]"
            for memory in (one.older, one.newer)
        )
        sure, found = f"{one.confidence:.2f}", f"{one.proposed_at:%Y-%m-%d}"
        table.add_row(shown(one.id), *texts, escape(one.reason), sure, found)
    return table


@app.command()
def accept(ctx: typer.Context, ids: Ids, owner: OwnerOption = None) -> None:
    """The newer statement replaced the older, which ends where it begins."""
    _decide(ids, Verdict.ACCEPT, owner or ctx.obj, "Replaced")


@app.command()
def dismiss(ctx: typer.Context, ids: Ids, owner: OwnerOption = None) -> None:
    """Both hold: they are not asked about again."""
    _decide(ids, Verdict.DISMISS, owner or ctx.obj, "Both hold")


def _decide(ids: list[str], verdict: Verdict, owner: str | None, told: str) -> None:
    async def work() -> list[Decided]:
        async with opened() as memory:
            whose = memory.owner(owner)
            whole = await memory.reviews.ids(whose, ids)
            return [await memory.reviews.decide(whose, id_, verdict, by=BY) for id_ in dict.fromkeys(whole)]

    for one in run(work):
        out.print(f"{told}: {shown(one.older)} by {shown(one.newer)}" if verdict is Verdict.ACCEPT
                  else f"{told}: {shown(one.older)} and {shown(one.newer)}", markup=False)  # fmt: skip


@app.command()
def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the choices go, one JSON object a line.")],
    owner: OwnerOption = None,
) -> None:
    """Write what was chosen as labelled lines, as `evaluate gate --data` reads them."""

    async def work() -> list[str]:
        async with opened() as memory:
            choices = memory.reviews.choices(memory.owner(owner or ctx.obj))
            return [json.dumps(asdict(one), ensure_ascii=False) async for one in choices]

    lines = run(work)
    # What an owner said is theirs alone to read.
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        written.writelines(f"{line}\n" for line in lines)
    out.print(f"{len(lines)} choice(s) written to {file}.", markup=False)
