"""What must not come back: list the tombstones, lift one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column

from graphmem.cli.asking import command
from graphmem.cli.listing import After, Limit, show, whole
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.tombstone import Tombstone
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.services.tombstones import Lifted


def tombstones(
    everything: Annotated[bool, typer.Option("--all", help="Lifted ones, too.")] = False,
    limit: Limit = 20,
    after: After = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List tombstones of forgotten memories, the last first. They hold no text."""
    page = on(owner, lambda memory, whose: memory.tombstones.page(whose, every=everything, first=limit, after=after))
    show(
        page, tombstone_row, *TOMBSTONE_COLUMNS,
        title="Must not come back", empty="Nothing was forgotten.", as_json=as_json, name="tombstones",
    )  # fmt: skip


TOMBSTONE_COLUMNS: tuple[str | Column, ...] = (
    *map(whole, ("tombstone", "about")),
    "why",
    *map(whole, ("since", "kept out", "")),
)


def tombstone_row(one: Tombstone) -> tuple[str, ...]:
    lifted = "" if one.lifted_at is None else f"lifted {one.lifted_at:%Y-%m-%d}, {escape(one.lifted_by or '')}"
    why, about = f"{one.reason.value} ({escape(one.by)})", f"{one.subject}: {one.attribute}"
    return shown(one.id), escape(about), why, f"{one.at:%Y-%m-%d %H:%M}", f"{one.hits} times", lifted


@command(OwnedMemory.lift)
def lift(told: Lifted) -> None:
    """Lift a tombstone: its memories come back, and may be remembered again."""
    out.print(f"Lifted. {told.memories} memories and {told.turns} turns are back.")
