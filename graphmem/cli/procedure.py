"""`graphmem procedure`: how things are done here, step by step, and whether that worked."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.asking import command
from graphmem.cli.listing import After, right, show, table, whole, wide
from graphmem.cli.options import AskedProjectOption, JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, print_json
from graphmem.cli.working import on
from graphmem.errors import InvalidInputError
from graphmem.model.ids import shown
from graphmem.model.palace import Page
from graphmem.model.procedure import Procedure, VersionRecord
from graphmem.model.review import Verdict
from graphmem.model.workflow import Workflow
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.facade import GraphMem

app = typer.Typer(
    help="How things are done here, step by step: record it, find what fits a task, tell whether it worked."
)

BY = "command line"

Name = Annotated[str, typer.Argument(metavar="NAME", help="However it is spelt.")]
WorkflowId = Annotated[str, typer.Argument(metavar="ID", help="As `mine` shows it; the start of an id will do.")]


@app.command()
@command(OwnedMemory.procedure)
def record(told: Procedure) -> None:
    """Keep how something is done. The same name with other steps is its next version; the former ones are kept."""
    out.print(f"{told.name}: version {told.version}, {len(told.steps)} steps.", markup=False, soft_wrap=True)


@app.command(name="list")
def list_(
    task: Annotated[str, typer.Argument(help="Only what fits it, those that helped before first.")] = "",
    path: Annotated[str | None, typer.Option(help="Only those whose scope covers this file.")] = None,
    project: AskedProjectOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=20, help="How many.")] = 20,
    after: After = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List procedures by name, or those that fit a task."""

    async def asked(memory: GraphMem, whose: OwnedMemory) -> Page[Procedure]:
        if not task:
            return await memory.procedures.page(whose, first=limit, after=after)
        found = await whose.procedures(task, path=path, project=project, limit=limit)
        return Page(tuple(one.procedure for one in found), ("",) * len(found), has_next=False)

    show(
        on(owner, asked), _row, "procedure", "version", "worked", "failed", title="Procedures", as_json=as_json,
        empty="No procedure like that." if task or after else "No procedure yet: graphmem procedure record NAME STEP…",
        name="procedures",
    )  # fmt: skip


def _row(one: Procedure) -> tuple[str, ...]:
    text = f"[bold]{escape(one.name)}[/]{_marks(one)}\n{_numbered(one.steps)}\n[dim]{shown(one.memory.id)}[/]"
    return text, str(one.version), str(one.memory.success_count), str(one.memory.failure_count)


@app.command(name="show")
def show_(name: Name, project: AskedProjectOption = None, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Show a procedure with the steps it had before."""
    found = on(owner, lambda memory, whose: memory.procedures.named(whose, name, project=project))
    if as_json:
        print_json(asdict(found))
        return
    counts = f"worked {found.memory.success_count}, failed {found.memory.failure_count}"
    out.print(f"[bold]{escape(found.name)}[/]{_marks(found)} [dim]version {found.version}, {counts}[/]")
    out.print(_numbered(found.steps))
    if found.doubt:
        out.print(f"[yellow]Follow version {found.recommended}:[/] {escape(found.doubt)}.")
    if len(found.versions) > 1:
        rows = [_did(one) for one in reversed(found.versions)]
        out.print(table("version", "worked", "failed", "success expected", "90 % between", rows=rows))
    for former in reversed(found.former):
        out.print(f"\nversion {former.version}, until {former.retracted_at:%Y-%m-%d %H:%M} UTC", style="dim")
        out.print(_numbered(former.steps))


@app.command()
def outcome(
    name: Name,
    success: Annotated[
        bool | None, typer.Option("--success/--failure", help="Whether it worked; one of the two must be said.")
    ] = None,
    project: AskedProjectOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell whether following a procedure worked; what worked is found first."""
    if success is None:
        raise InvalidInputError("Whether it worked is not said.", field="success", remedy="Add --success or --failure.")
    worked: bool = success

    async def followed(memory: GraphMem, whose: OwnedMemory) -> Procedure:
        found = await memory.procedures.named(whose, name, project=project)
        await memory.outcomes.record(whose, [found.memory.id], success=worked)
        return await memory.procedures.named(whose, name, project=project)

    told = on(owner, followed)
    if as_json:
        print_json(asdict(told))
        return
    counts = f"worked {told.memory.success_count}, failed {told.memory.failure_count}"
    out.print(f"{told.name}: {counts}.", markup=False, soft_wrap=True)


@app.command()
def mine(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Search episodes for steps that recur with success, and list them as proposals: nothing else is written."""
    found = on(owner, lambda memory, whose: memory.workflows.mine(whose))
    page = Page(found.proposed, ("",) * len(found.proposed), has_next=False)
    columns = (whole("workflow"), wide("steps"), right("worked"), right("failed"), wide("found in", 2))
    empty = f"Nothing recurs with success in {found.read} episodes that tell their steps."
    show(page, _proposed, *columns, title="Proposed", as_json=as_json, empty=empty, name="workflows", lines=True)
    if page.items and not as_json:
        out.print("graphmem procedure accept ID, or graphmem procedure dismiss ID", style="dim", markup=False)


@app.command()
def accept(
    id_: WorkflowId,
    name: Annotated[str | None, typer.Option(help="What the procedure is called instead.")] = None,
    owner: OwnerOption = None,
) -> None:
    """Make a procedure of a workflow that `mine` proposed, with the counts of its episodes."""
    told = on(owner, lambda memory, whose: memory.workflows.decide(whose, id_, Verdict.ACCEPT, by=BY, name=name))
    out.print(f"Accepted: {name or told.name}, {len(told.steps)} steps.", markup=False, soft_wrap=True)


@app.command()
def dismiss(id_: WorkflowId, owner: OwnerOption = None) -> None:
    """Reject a workflow that `mine` proposed: it is not proposed again."""
    told = on(owner, lambda memory, whose: memory.workflows.decide(whose, id_, Verdict.DISMISS, by=BY))
    out.print(f"Dismissed: {told.name}.", markup=False, soft_wrap=True)


def _proposed(one: Workflow) -> tuple[str, ...]:
    steps = f"[bold]{escape(one.name)}[/]\n{_numbered(one.steps)}"
    episodes = "\n".join(f"{shown(had.memory.id)} {escape(had.event)}" for had in one.episodes[:3])
    return shown(one.id), steps, str(one.worked), str(one.failed), episodes


def _did(one: VersionRecord) -> tuple[str, ...]:
    bounds = f"{one.low:.0%} and {one.high:.0%}"
    return str(one.version), str(one.worked), str(one.failed), f"{one.share:.0%}", bounds


def _numbered(steps: tuple[str, ...]) -> str:
    return "\n".join(f"{number}. {escape(step)}" for number, step in enumerate(steps, start=1))


def _marks(procedure: Procedure) -> str:
    marks = (*procedure.tags, *procedure.memory.scope)
    return f" [yellow]({escape(', '.join(marks))})[/]" if marks else ""
