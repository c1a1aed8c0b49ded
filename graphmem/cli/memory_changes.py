"""A person's changes of one memory: pin, edit, invalidate, restore, forget; and tombstones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.calls import call
from graphmem.cli.archive import restore_store
from graphmem.cli.listing import After, Limit, Listing, whole
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, say
from graphmem.cli.remote import ask
from graphmem.cli.verb_commands import command
from graphmem.model.ids import shown
from graphmem.model.palace import Page
from graphmem.model.tombstone import Tombstone
from graphmem.model.views import MemoryView
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.services.tombstones import Forgetting, Lifted

BY = "command line"

Id = Annotated[
    str, typer.Argument(metavar="ID", help="The id of a memory, or its start, as `graphmem memories` shows it.")
]
Off = Annotated[bool, typer.Option("--off", help="Unpin it.")]


def _pinned(owner: str | None, id: str, off: bool) -> MemoryView:
    return ask(call(OwnedMemory.pin, id, pinned=not off), owner)


@command(OwnedMemory.pin, _pinned, off=(Off, False), pinned=None)
def pin(view: MemoryView) -> str:
    """Keep a memory from decay and pruning."""
    return f"{'Pinned' if view.memory.pinned else 'No longer pinned'}: {view.memory.text}"


@answers(lambda view: f"Edited: {view.memory.text} ({shown(view.memory.id)})", as_plain=None)
async def edit(target: Target, id_: Id, text: Annotated[str, typer.Argument(help="The new text.")]) -> MemoryView:
    """Replace the text of a memory; `graphmem restore` of the old one undoes it."""
    return await target.memory.amendments.edit(target.owner, id_, text, by=BY)


@answers(lambda view: f"No longer believed: {view.memory.text}", as_plain=None)
async def invalidate(
    target: Target, id_: Id, reason: Annotated[str, typer.Option(help="The reason; kept with the memory.")] = ""
) -> MemoryView:
    """Mark a memory as wrong from now on; `graphmem restore` undoes it."""
    return await target.memory.amendments.invalidate(target.owner, id_, reason, by=BY)


def restore(
    what: Annotated[str, typer.Argument(help="The id of a memory, or its start; or a file of `graphmem backup`.")],
    owner: OwnerOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="With a backup: replace the store of this home.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Restore a memory that was invalidated, edited or replaced, with its facts.

    Given a file of `graphmem backup`, replace this home's store by it, once the backup opens. Until then the old store
    is kept.
    """
    if Path(what).name != what or Path(what).exists() or "." in what:
        restore_store(Path(what), replace=replace, as_json=as_json)
        return
    view = on(owner, lambda target: target.memory.amendments.restore(target.owner, what, by=BY))
    say(f"Believed again: {view.memory.text}")


@command(OwnedMemory.forget, lambda owner, id: ask(call(OwnedMemory.forget, id), owner), by_tool=None)
def forget(told: Forgetting) -> None:
    """Forget a memory and its duplicates; mining does not bring them back. `graphmem lift` undoes it."""
    if told.tombstone is None:
        out.print("It was forgotten before.")
        return
    out.print("Forgotten.")
    more = f"With {told.memories} more memories and {told.turns} turns that say it."
    say(f"{more} Take it back: graphmem lift {shown(told.tombstone)}", "dim")


def tombstone_listing(empty: str) -> Listing[Tombstone]:
    """The table of tombstones."""
    columns = (whole("tombstone"), whole("about"), "why", whole("since"), whole("kept out"), whole(""))
    return Listing(_tombstone, columns, title="Must not come back", empty=empty, name="tombstones")


def _tombstone(one: Tombstone) -> tuple[str, ...]:
    lifted = "" if one.lifted_at is None else f"lifted {one.lifted_at:%Y-%m-%d}, {escape(one.lifted_by or '')}"
    why, about = f"{one.reason.value} ({escape(one.by)})", f"{one.subject}: {one.attribute}"
    return shown(one.id), escape(about), why, f"{one.at:%Y-%m-%d %H:%M}", f"{one.hits} times", lifted


@answers(tombstone_listing("Nothing was forgotten."))
async def tombstones(
    target: Target,
    everything: Annotated[bool, typer.Option("--all", help="Include lifted ones.")] = False,
    limit: Limit = 20,
    after: After = None,
) -> Page[Tombstone]:
    """List tombstones of forgotten memories, the last first. They hold no text."""
    return await target.memory.tombstones.page(target.owner, every=everything, first=limit, after=after)


@command(OwnedMemory.lift)
def lift(told: Lifted) -> str:
    """Lift a tombstone: its memories come back, and may be remembered again."""
    return f"Lifted. {told.memories} memories and {told.turns} turns are back."
