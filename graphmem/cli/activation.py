"""`graphmem activate` and `outcome`: the standing context of an agent at work, and whether it helped."""

from __future__ import annotations

from graphmem.cli.listing import right, table, wide
from graphmem.cli.options import ContextFlag
from graphmem.cli.output import escape, out
from graphmem.cli.recall import print_context
from graphmem.cli.remote import ask
from graphmem.cli.verb_commands import call_of, command
from graphmem.model.exploration import Activation, Entry, Layer
from graphmem.model.ids import shown
from graphmem.owned import OwnedMemory

LAYERS = {Layer.A: "A  always", Layer.B: "B  in use", Layer.C: "C  for the task", Layer.D: "D  project"}


@command(OwnedMemory.activate)
def activate(found: Activation, *, context: ContextFlag = False) -> None:
    """Show the standing context of an agent: rules, memories in use, procedures for the task."""
    if context:
        print_context(found.text)
    else:
        print_activation(found)


def print_activation(found: Activation) -> None:
    """Print entries by layer with their tokens, then the entries that did not fit, with reasons."""
    if not found.entries and not found.dropped:
        out.print("Nothing stands out yet. Give it a rule: graphmem learn TEXT --category policy", style="dim")
        return
    if found.entries:
        columns = ("layer", "kind", wide("memory"), right("score"), right("tokens"))
        out.print(table(*columns, rows=map(_row, found.entries), title="Standing context"))
    out.print(f"{found.tokens} of {found.budget} tokens", style="dim")
    for dropped in found.dropped:
        out.print(f"left out: {dropped.memory.text} ({dropped.reason})", style="yellow", markup=False)


def _row(entry: Entry) -> tuple[str, ...]:
    memory = entry.memory
    text = f"{escape(memory.text)}\n[dim]{shown(memory.id)}, {escape(_source(entry))}[/]"
    return LAYERS[entry.layer], memory.category.value, text, f"{entry.score:.2f}", str(entry.tokens)


def _source(entry: Entry) -> str:
    """The speaker, the start of valid time, and the pointers of the turns."""
    by = f"{entry.memory.speaker}, " if entry.memory.speaker else ""
    where = f", {entry.sources[0]}" if entry.sources else ""
    return f"{by}{entry.memory.valid_from:%Y-%m-%d}{where}"


@command(
    OwnedMemory.outcome,
    lambda owner, **given: (ask(call_of(OwnedMemory.outcome, given), owner), given["success"]),
    as_plain=lambda told: {"memories": told[0], "success": told[1]},
)
def outcome(told: tuple[int, bool]) -> str:
    """Report whether memories, or all of a block, helped; their strength and utility follow."""
    counted, success = told
    return f"{'Helped' if success else 'Did not help'}: {counted} {'memory' if counted == 1 else 'memories'}."
