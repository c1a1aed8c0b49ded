"""`graphmem stats`: what a memory comes to."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run

if TYPE_CHECKING:
    from graphmem.model.procedure import MemoryStats


def stats(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Count what is remembered by category, tier and source, and the tokens of it."""

    async def work() -> MemoryStats:
        async with opened() as memory:
            return await memory.procedures.stats(memory.owner(owner))

    found = run(work)
    if as_json:
        print_json(asdict(found))
        return
    out.print(
        f"{found.memories:,} memories live, about {found.tokens:,} tokens; {found.former:,} former; "
        f"{found.procedures:,} procedures, {found.episodes:,} episodes, {found.entities:,} entities.",
        soft_wrap=True,
    )
    sections = {
        "category": found.by_category,
        "tier": found.by_tier,
        "derived from": found.by_data_source,
        "turns of": found.drawers_by_role,
    }
    for name, tallies in sections.items():
        if not tallies:
            continue
        table = Table(name, box=None, pad_edge=False)
        table.add_column("how many", justify="right")
        table.add_column("tokens", justify="right")
        for kind, tally in tallies.items():
            table.add_row(escape(kind.replace("_", " ")), f"{tally.memories:,}", f"{tally.tokens:,}")
        out.print()
        out.print(table)
