"""`graphmem audit`: what was changed of a memory, by whom, through what."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run

if TYPE_CHECKING:
    from graphmem.model.audit import Entry
    from graphmem.model.palace import Page

SHOWN_IDS = 2


def audit(
    owner: OwnerOption = None,
    first: Annotated[int, typer.Option(help="How many, 1 to 100.")] = 30,
    after: Annotated[str | None, typer.Option(help="Cursor of the last of the page before.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what was changed in the last 90 days, the last first: when, what, by which key, about which ids; no text."""

    async def work() -> Page[Entry]:
        async with opened() as memory:
            return await memory.audit.page(memory.owner(owner), first=first, after=after)

    page = run(work)
    following = page.cursors[-1] if page.has_next else None
    if as_json:
        print_json({"entries": [asdict(entry) for entry in page.items], "after": following})
        return
    if not page.items:
        out.print("Nothing was changed in the last 90 days.", style="dim")
        return
    table = Table("when", "what", "through", "who", "about")
    for entry in page.items:
        who = " ".join(part for part in (entry.key, entry.agent or entry.person) if part)
        more = f" +{entry.count - SHOWN_IDS}" if entry.count > SHOWN_IDS else ""
        about = " ".join(id_[:12] for id_ in entry.ids[:SHOWN_IDS]) + more
        table.add_row(f"{entry.at:%Y-%m-%d %H:%M:%S}", entry.verb.value, entry.via, escape(who), escape(about))
    out.print(table)
    if following:
        out.print(f"More: --after {following}", style="dim", markup=False, soft_wrap=True)
