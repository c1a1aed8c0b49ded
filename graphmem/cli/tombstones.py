"""What must not come back: list the tombstones, lift one."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.memories import BY, LONGEST_LIST
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.palace import Page
    from graphmem.model.tombstone import Tombstone
    from graphmem.services.tombstones import Lifted


def tombstones(
    everything: Annotated[bool, typer.Option("--all", help="Lifted ones, too.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=LONGEST_LIST, help="How many.")] = 20,
    after: Annotated[str | None, typer.Option(help="The cursor that the page before ended with.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List what must not be remembered again, the last forgotten first. Tombstones hold no text."""

    async def work() -> Page[Tombstone]:
        async with opened() as memory:
            return await memory.tombstones.page(memory.owner(owner), every=everything, first=limit, after=after)

    page = run(work)
    cursor = page.cursors[-1] if page.has_next else None
    if as_json:
        print_json({"tombstones": [asdict(one) for one in page.items], "next": cursor})
        return
    if not page.items:
        out.print("Nothing was forgotten.", style="dim")
        return
    table = Table(title="Must not come back", title_justify="left")
    for name in ("tombstone", "about", "why", "since", "kept out", ""):
        table.add_column(name, no_wrap=name != "why")
    for one in page.items:
        lifted = "" if one.lifted_at is None else f"lifted {one.lifted_at:%Y-%m-%d}, {escape(one.lifted_by or '')}"
        why, about = f"{one.reason.value} ({escape(one.by)})", f"{one.subject}: {one.attribute}"
        table.add_row(shown(one.id), escape(about), why, f"{one.at:%Y-%m-%d %H:%M}", f"{one.hits} times", lifted)
    out.print(table)
    if cursor is not None:
        out.print(f"More: --after {cursor}", style="dim", soft_wrap=True, markup=False)


def lift(
    id_: Annotated[
        str, typer.Argument(metavar="ID", help="As `graphmem tombstones` shows it: its start or the whole.")
    ],
    owner: OwnerOption = None,
) -> None:
    """Let what a tombstone bars be remembered again, and bring back what was forgotten with it."""

    async def work() -> Lifted:
        async with opened() as memory:
            return await memory.tombstones.lift(memory.owner(owner), id_, by=BY)

    told = run(work)
    out.print(f"Lifted. {told.memories} memories and {told.turns} turns are back.")
