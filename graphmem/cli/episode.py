"""`graphmem episode`: what happened in an agent's work, and how it turned out."""

from __future__ import annotations

import typer

from graphmem.cli.asking import command
from graphmem.cli.listing import After, Limit, show
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.procedure import Episode
from graphmem.owned import OwnedMemory

app = typer.Typer(help="What happened, and how it turned out: record it, list it.")


@app.command()
@command(OwnedMemory.episode)
def record(told: Episode) -> None:
    """Keep something that happened, and how it turned out."""
    out.print(f"Recorded {shown(told.memory.id)}, of {told.memory.valid_from:%Y-%m-%d %H:%M} UTC.", markup=False)


@app.command(name="list")
def list_(limit: Limit = 20, after: After = None, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List what was recorded, the last to happen first."""
    page = on(owner, lambda memory, whose: memory.procedures.episodes(whose, first=limit, after=after))
    empty = "No more." if after else "Nothing recorded yet: graphmem episode record EVENT"
    columns = ("when", "what", "outcome", "tags")
    show(page, _row, *columns, title="Episodes", empty=empty, as_json=as_json, name="episodes")


def _row(one: Episode) -> tuple[str, ...]:
    text = f"{escape(one.event)}\n[dim]{shown(one.memory.id)}[/]"
    return f"{one.memory.valid_from:%Y-%m-%d %H:%M}", text, escape(one.outcome), escape(", ".join(one.tags))
