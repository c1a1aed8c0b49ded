"""`graphmem activate` and `outcome`: the standing context of an agent at work, and whether it helped."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from graphmem.calls import call
from graphmem.cli.options import AskedProjectOption, ContextFlag, JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.cli.recall import print_context
from graphmem.cli.remote import ask
from graphmem.errors import InvalidInputError
from graphmem.model.exploration import Activation, Entry, Layer
from graphmem.model.ids import shown
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import BUDGET

LAYERS = {Layer.A: "A  always", Layer.B: "B  in use", Layer.C: "C  for the task", Layer.D: "D  project"}


def activate(
    task: Annotated[str, typer.Argument(help="What the agent is about to do; finds procedures for it.")] = "",
    path: Annotated[
        str | None,
        typer.Option(help="A file, as the globs of scopes see it: only memories whose scope covers it, or have none."),
    ] = None,
    project: AskedProjectOption = None,
    budget: Annotated[int, typer.Option(help="Tokens of the whole block.")] = BUDGET,
    context: ContextFlag = False,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what an agent should have in mind: what always matters, what is used, what helps with the task."""
    found = ask(call(OwnedMemory.activate, task, path=path, budget=budget, project=project), owner)
    if as_json:
        print_json(asdict(found))
    elif context:
        print_context(found.text)
    else:
        print_activation(found)


def print_activation(found: Activation) -> None:
    """Entries by layer with their tokens, then what did not fit and why."""
    if not found.entries and not found.dropped:
        out.print("Nothing stands out yet. Give it a rule: graphmem learn TEXT --category policy", style="dim")
        return
    if found.entries:
        table = Table("layer", "kind", title="Standing context", title_justify="left")
        table.add_column("memory", ratio=3)
        table.add_column("score", justify="right")
        table.add_column("tokens", justify="right")
        for entry in found.entries:
            memory = entry.memory
            text = f"{escape(memory.text)}\n[dim]{shown(memory.id)}, {escape(_source(entry))}[/]"
            row = (LAYERS[entry.layer], memory.category.value, text, f"{entry.score:.2f}", str(entry.tokens))
            table.add_row(*row)
        out.print(table)
    out.print(f"{found.tokens} of {found.budget} tokens", style="dim")
    for dropped in found.dropped:
        out.print(f"left out: {dropped.memory.text} ({dropped.reason})", style="yellow", markup=False)


def _source(entry: Entry) -> str:
    """Who said it, since when it holds, and where that stands word for word."""
    by = f"{entry.memory.speaker}, " if entry.memory.speaker else ""
    where = f", {entry.sources[0]}" if entry.sources else ""
    return f"{by}{entry.memory.valid_from:%Y-%m-%d}{where}"


def outcome(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID…", help="Of memories, as `graphmem recall` shows them.")
    ] = None,
    block: Annotated[
        str | None, typer.Option(metavar="ID", help="All that a block showed, by the id a recall gave it.")
    ] = None,
    success: Annotated[
        bool | None, typer.Option("--success/--failure", help="Whether they helped; one of the two must be said.")
    ] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell whether memories, or all of a block, helped: their strength and utility follow."""
    if success is None:
        raise InvalidInputError(
            "Whether they helped is not said.", field="success", remedy="Add --success or --failure."
        )
    helped: bool = success

    async def work() -> int:
        async with opened() as memory:
            return await memory.outcomes.told(memory.owner(owner), ids or None, block, success=helped)

    counted = run(work)
    if as_json:
        print_json({"memories": counted, "success": helped})
        return
    out.print(f"{'Helped' if helped else 'Did not help'}: {counted} {'memory' if counted == 1 else 'memories'}.")
