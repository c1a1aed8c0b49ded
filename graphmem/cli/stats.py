"""`graphmem stats`: what a memory comes to."""

from __future__ import annotations

from graphmem.cli.asking import command
from graphmem.cli.listing import right, table
from graphmem.cli.output import escape, out
from graphmem.model.procedure import MemoryStats
from graphmem.owned import OwnedMemory


@command(OwnedMemory.stats)
def stats(found: MemoryStats) -> None:
    """Count memories by category, tier and source, with their tokens."""
    out.print(
        f"{found.memories:,} memories live, about {found.tokens:,} tokens; {found.former:,} former; "
        f"{found.procedures:,} procedures, {found.episodes:,} episodes, {found.entities:,} entities.",
        soft_wrap=True,
    )
    for name, tallies in {
        "category": found.by_category,
        "tier": found.by_tier,
        "derived from": found.by_data_source,
        "turns of": found.drawers_by_role,
    }.items():
        rows = [
            (escape(kind.replace("_", " ")), f"{one.memories:,}", f"{one.tokens:,}") for kind, one in tallies.items()
        ]
        if rows:
            out.print()
            out.print(table(name, right("how many"), right("tokens"), rows=rows))
