"""`graphmem hot`: what stands in every block."""

from __future__ import annotations

from graphmem.cli.asking import command
from graphmem.cli.listing import right, show, wide
from graphmem.cli.output import escape
from graphmem.model.attention import Hot
from graphmem.model.ids import shown
from graphmem.owned import OwnedMemory


@command(OwnedMemory.hot_tier)
def hot(found: tuple[Hot, ...]) -> None:
    """List memories that stand in every block, the most useful first, with the reason."""
    show(
        found, _row, wide("memory"), right("useful"), right("used"), right("days old"),
        title="Hot", empty="Nothing is hot: what proved useful ten times lately stands in every block.", as_json=False,
    )  # fmt: skip


def _row(one: Hot) -> tuple[str, ...]:
    told = f"{escape(one.memory.text)}\n[dim]{shown(one.memory.id)}[/]"
    return told, f"{one.utility:.2f}", f"{one.accesses:,}", f"{one.age_days:.0f}"
