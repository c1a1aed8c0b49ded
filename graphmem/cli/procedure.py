"""`graphmem procedure`: how things are done here, step by step, and whether that worked."""

from __future__ import annotations

from collections.abc import Mapping
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

ToolOption = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VERSION", help="A tool at work, like node=22.3; repeat for more.")
]

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
def show_(
    name: Name,
    project: AskedProjectOption = None,
    tool: ToolOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show a procedure with the steps it had before, what fails, and the version for a project and tools."""
    tools = _tools(tool)
    found = on(owner, lambda memory, whose: memory.procedures.named(whose, name, project=project, tools=tools))
    if as_json:
        print_json(asdict(found))
        return
    counts = f"worked {found.memory.success_count}, failed {found.memory.failure_count}"
    out.print(f"[bold]{escape(found.name)}[/]{_marks(found)} [dim]version {found.version}, {counts}[/]")
    out.print(_numbered(found.steps, {one.step: one.failed for one in found.failing}))
    if found.doubt:
        out.print(f"[yellow]Follow version {found.recommended}:[/] {escape(found.doubt)}.")
    for told in found.regressions:
        out.print(f"[yellow]Regression:[/] {escape(told)}.")
    here = [one.here for one in found.versions if one.here is not None]
    if len(found.versions) > 1 or here:
        rows = [_did(one) for one in reversed(found.versions)]
        columns = ("version", "worked", "failed", "success expected", "90 % between", *(["here"] if here else []))
        out.print(table(*columns, rows=rows))
    for former in reversed(found.former):
        out.print(f"\nversion {former.version}, until {former.retracted_at:%Y-%m-%d %H:%M} UTC", style="dim")
        out.print(_numbered(former.steps))


@app.command()
def outcome(
    name: Name,
    success: Annotated[
        bool | None, typer.Option("--success/--failure", help="Whether it worked; one of the two must be said.")
    ] = None,
    step: Annotated[str | None, typer.Option(help="The step that failed: its number, or its text.")] = None,
    version: Annotated[int | None, typer.Option(help="The version that was followed; the latest when missing.")] = None,
    tool: ToolOption = None,
    project: AskedProjectOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell whether following a procedure worked, and where; what worked is found first."""
    if success is None:
        raise InvalidInputError("Whether it worked is not said.", field="success", remedy="Add --success or --failure.")
    worked: bool = success
    tools = _tools(tool)

    async def followed(_: GraphMem, whose: OwnedMemory) -> Procedure:
        return await whose.used(name, success=worked, step=step, version=version, project=project, tools=tools)

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
    here = (
        () if one.here is None else (f"{one.here.worked} of {one.here.worked + one.here.failed}, {one.here.share:.0%}",)
    )
    return str(one.version), str(one.worked), str(one.failed), f"{one.share:.0%}", bounds, *here


def _numbered(steps: tuple[str, ...], failed: Mapping[int, int] | None = None) -> str:
    marks = {step: f" [yellow](failed {count} times)[/]" for step, count in (failed or {}).items()}
    return "\n".join(f"{number}. {escape(step)}{marks.get(number, '')}" for number, step in enumerate(steps, start=1))


def _tools(given: list[str] | None) -> dict[str, str] | None:
    """Versions by the names of tools, as node=22.3."""
    pairs = [one.partition("=") for one in given or ()]
    return {name: version for name, _, version in pairs} or None


def _marks(procedure: Procedure) -> str:
    marks = (*procedure.tags, *procedure.memory.scope)
    return f" [yellow]({escape(', '.join(marks))})[/]" if marks else ""
