"""`graphmem owners`: who has a memory here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Column, Table

from graphmem.cli.options import JsonFlag
from graphmem.cli.output import escape, opened, out, print_json, run

if TYPE_CHECKING:
    from graphmem.model.palace import Owner


def owners(as_json: JsonFlag = False) -> None:
    """List owners with the number of their turns, the first to write first."""

    async def work() -> list[tuple[Owner, int]]:
        from graphmem.store import tenants

        async with opened() as memory:
            return await tenants.all_owners(memory.database)

    found = run(work)
    if as_json:
        print_json({"owners": [{"name": owner.name, "turns": turns} for owner, turns in found]})
        return
    table = Table("owner", Column("turns", justify="right"), box=None)
    for owner, turns in found:
        table.add_row(escape(owner.name), f"{turns:,}")
    out.print(table if found else "Nobody has written anything yet.")
