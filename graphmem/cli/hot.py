"""`graphmem hot`: what stands in every block."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.attention import Hot


def hot(
    project: Annotated[str | None, typer.Option(help="As it is at work on this project.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List what stands in every block without being asked for, the most useful first, and what made it so."""

    async def work() -> tuple[Hot, ...]:
        async with opened() as memory:
            return await memory.owner(owner).hot_tier(project=project)

    found = run(work)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        out.print("Nothing is hot: what proved useful ten times lately stands in every block.", style="dim")
        return
    table = Table(title="Hot", title_justify="left")
    table.add_column("memory", ratio=3)
    for name in ("useful", "used", "days old"):
        table.add_column(name, justify="right")
    for one in found:
        told = f"{escape(one.memory.text)}\n[dim]{shown(one.memory.id)}[/]"
        table.add_row(told, f"{one.utility:.2f}", f"{one.accesses:,}", f"{one.age_days:.0f}")
    out.print(table)
