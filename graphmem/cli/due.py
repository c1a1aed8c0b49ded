"""`graphmem due`: the plans whose day has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.cli.listing import show, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape
from graphmem.cli.working import on
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.due import Due


def due(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List plans of today, tomorrow or under way, and recent ones that no block told.

    An agent's block tells of each once.
    """
    found = on(owner, lambda memory, whose: memory.prospective.due(whose))
    columns = (whole("day"), wide("plan"), whole("told"))
    show(found, _row, *columns, title="Due", empty="No plan is due.", as_json=as_json)


def _row(one: Due) -> tuple[str, ...]:
    days = f"{one.first}" + (f" to {one.last}" if one.last > one.first else "")
    told = "not yet" if one.told_at is None else f"{one.told_at:%Y-%m-%d %H:%M}"
    later = f"\nsaid later: {escape(one.later.text)}" if one.later else ""
    return days, f"{escape(one.memory.text)}{later}\n[dim]{shown(one.memory.id)}[/]", told
