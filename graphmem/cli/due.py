"""`graphmem due`: the plans whose day has come."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.due import Due


def due(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List the plans whose day is today, tomorrow or under way, or went by lately while nobody was told.

    An agent's block tells of each once.
    """

    async def work() -> tuple[Due, ...]:
        async with opened() as memory:
            return await memory.prospective.due(memory.owner(owner))

    found = run(work)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        out.print("No plan is due.", style="dim")
        return
    table = Table(title="Due", title_justify="left")
    table.add_column("day", no_wrap=True)
    table.add_column("plan", ratio=3)
    table.add_column("told", no_wrap=True)
    for one in found:
        days = f"{one.first}" + (f" to {one.last}" if one.last > one.first else "")
        told = "not yet" if one.told_at is None else f"{one.told_at:%Y-%m-%d %H:%M}"
        later = f"\nsaid later: {escape(one.later.text)}" if one.later else ""
        table.add_row(days, f"{escape(one.memory.text)}{later}\n[dim]{shown(one.memory.id)}[/]", told)
    out.print(table)
