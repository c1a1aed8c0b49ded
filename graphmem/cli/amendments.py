"""A person's hands on one memory: another text for it, believe it no longer, believe it again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.backup import restore_store
from graphmem.cli.memories import BY, IdArgument
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import out
from graphmem.cli.working import on
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.palace import Owner
    from graphmem.model.views import MemoryView
    from graphmem.services.amendments import Amendments


def edit(
    id_: IdArgument,
    text: Annotated[str, typer.Argument(help="What it says from now on.")],
    owner: OwnerOption = None,
) -> None:
    """Replace the text of a memory; `graphmem restore` of the old one undoes it."""
    view = _changed(owner, lambda hands, whose: hands.edit(whose, id_, text, by=BY))
    out.print(f"Edited: {view.memory.text} ({shown(view.memory.id)})", markup=False, soft_wrap=True)


def invalidate(
    id_: IdArgument,
    reason: Annotated[str, typer.Option(help="Why it is not so; kept with it.")] = "",
    owner: OwnerOption = None,
) -> None:
    """Mark a memory as wrong from now on; `graphmem restore` undoes it."""
    view = _changed(owner, lambda hands, whose: hands.invalidate(whose, id_, reason, by=BY))
    out.print(f"No longer believed: {view.memory.text}", markup=False, soft_wrap=True)


def restore(
    what: Annotated[str, typer.Argument(help="The id of a memory, or its start; or a file of `graphmem backup`.")],
    owner: OwnerOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="A backup: even where this home holds a store.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Restore a memory that was invalidated, edited or replaced, with its facts.

    Given a file that `graphmem backup` wrote, put it in the place of this home's store, once it proves to open; what
    was there is kept until then."""
    if Path(what).name != what or Path(what).exists() or "." in what:
        restore_store(Path(what), replace=replace, as_json=as_json)
        return
    view = _changed(owner, lambda hands, whose: hands.restore(whose, what, by=BY))
    out.print(f"Believed again: {view.memory.text}", markup=False, soft_wrap=True)


def _changed(owner: str | None, change: Callable[[Amendments, Owner], Awaitable[MemoryView]]) -> MemoryView:
    return on(owner, lambda memory, whose: change(memory.amendments, whose))
