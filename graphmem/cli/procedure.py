"""`graphmem procedure` and `episode`: recorded steps of tasks; events with their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any

import typer

from graphmem.cli.listing import After, Limit, Listing, right, table, whole, wide
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import AskedProjectOption, JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, print_json, say
from graphmem.cli.verb_commands import command
from graphmem.errors import InvalidInputError
from graphmem.model.ids import shown
from graphmem.model.palace import Page
from graphmem.model.procedure import Episode, Procedure, VersionRecord
from graphmem.model.review import Verdict
from graphmem.model.workflow import Mined, Workflow
from graphmem.owned import OwnedMemory

app = typer.Typer(help="Procedures, step by step: record them, find those that fit a task, report whether they worked.")
episodes = typer.Typer(help="Events and their outcomes: record and list them.")

BY = "command line"

ToolOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VERSION", help="The version of a tool, like node=22.3; may be repeated."),
]

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name, in any spelling.")]
WorkflowId = Annotated[str, typer.Argument(metavar="ID", help="The id, as `mine` shows it; its start will do.")]


@app.command()
@command(OwnedMemory.procedure)
def record(told: Procedure) -> str:
    """Record how something is done.

    Other steps under the same name make its next version; former versions are kept.
    """
    return f"{told.name}: version {told.version}, {len(told.steps)} steps."


def _row(one: Procedure) -> tuple[str, ...]:
    text = f"[bold]{escape(one.name)}[/]{_marks(one)}\n{_numbered(one.steps)}\n[dim]{shown(one.memory.id)}[/]"
    return text, str(one.version), str(one.memory.success_count), str(one.memory.failure_count)


def _show_procedures(page: Page[Procedure], *, task: str, after: str | None) -> None:
    PROCEDURES(page, empty="No procedure like that." if task or after else "")


PROCEDURES = Listing(
    _row, ("procedure", "version", "worked", "failed"), title="Procedures",
    empty="No procedure yet: graphmem procedure record NAME STEP…", name="procedures",
)  # fmt: skip


@app.command(name="list")
@answers(_show_procedures, as_plain=PROCEDURES.plain)
async def list_(
    target: Target,
    task: Annotated[str, typer.Argument(help="Only procedures that fit it, those that helped before first.")] = "",
    path: Annotated[str | None, typer.Option(help="Only procedures whose scope covers this file.")] = None,
    project: AskedProjectOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=20, help="Number of results.")] = 20,
    after: After = None,
) -> Page[Procedure]:
    """List procedures by name, or those that fit a task."""
    if not task:
        return await target.memory.procedures.page(target.owner, first=limit, after=after)
    found = await target.owner.procedures(task, path=path, project=project, limit=limit)
    return Page(tuple(one.procedure for one in found), (), has_next=False)


def _show_procedure(found: Procedure) -> None:
    out.print(f"[bold]{escape(found.name)}[/]{_marks(found)} [dim]version {found.version}, {_counts(found)}[/]")
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


@app.command(name="show")
@answers(_show_procedure)
async def show_(target: Target, name: Name, project: AskedProjectOption = None, tool: ToolOption = None) -> Procedure:
    """Show a procedure with its former steps, failing steps, and the version for a project and tools."""
    return await target.memory.procedures.named(target.owner, name, project=project, tools=_tools(tool))


def _counts(one: Procedure) -> str:
    return f"worked {one.memory.success_count}, failed {one.memory.failure_count}"


@app.command()
def outcome(
    name: Name,
    success: Annotated[
        bool | None, typer.Option("--success/--failure", help="Whether it worked; one of the two is required.")
    ] = None,
    step: Annotated[str | None, typer.Option(help="The step that failed: its number, or its text.")] = None,
    version: Annotated[int | None, typer.Option(help="The version that was followed; the latest when missing.")] = None,
    tool: ToolOption = None,
    project: AskedProjectOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Record whether following a procedure worked, and where; those that worked are found first."""
    if success is None:
        raise InvalidInputError("Whether it worked is not said.", field="success", remedy="Add --success or --failure.")
    tools = _tools(tool)
    how: dict[str, Any] = {"success": success, "step": step, "version": version, "project": project, "tools": tools}
    told = on(owner, lambda one: one.owner.used(name, **how))
    if as_json:
        print_json(asdict(told))
    else:
        say(f"{told.name}: {_counts(told)}.")


def _proposed(one: Workflow) -> tuple[str, ...]:
    steps = f"[bold]{escape(one.name)}[/]\n{_numbered(one.steps)}"
    episodes = "\n".join(f"{shown(had.memory.id)} {escape(had.event)}" for had in one.episodes[:3])
    return shown(one.id), steps, str(one.worked), str(one.failed), episodes


WORKFLOWS = Listing(
    _proposed, (whole("workflow"), wide("steps"), right("worked"), right("failed"), wide("found in", 2)),
    title="Proposed", empty="", name="workflows", lines=True,
    hint="graphmem procedure accept ID, or graphmem procedure dismiss ID",
)  # fmt: skip


def _show_mined(found: Mined) -> None:
    empty = f"Nothing recurs with success in {found.read} episodes that tell their steps."
    WORKFLOWS(found.proposed, empty=empty)


@app.command()
@answers(_show_mined, as_plain=lambda found: WORKFLOWS.plain(found.proposed))
async def mine(target: Target) -> Mined:
    """Search episodes for recurring successful steps, and list them as proposals: nothing else is written."""
    return await target.memory.workflows.mine(target.owner)


@app.command()
@answers(lambda told, *, name: f"Accepted: {name or told.name}, {len(told.steps)} steps.", as_plain=None)
async def accept(
    target: Target,
    id_: WorkflowId,
    name: Annotated[str | None, typer.Option(help="Another name for the procedure.")] = None,
) -> Workflow:
    """Make a procedure of a workflow that `mine` proposed, with the counts of its episodes."""
    return await target.memory.workflows.decide(target.owner, id_, Verdict.ACCEPT, by=BY, name=name)


@app.command()
@answers(lambda told: f"Dismissed: {told.name}.", as_plain=None)
async def dismiss(target: Target, id_: WorkflowId) -> Workflow:
    """Reject a workflow that `mine` proposed: it is not proposed again."""
    return await target.memory.workflows.decide(target.owner, id_, Verdict.DISMISS, by=BY)


def _did(one: VersionRecord) -> tuple[str, ...]:
    told = (str(one.version), str(one.worked), str(one.failed), f"{one.share:.0%}", f"{one.low:.0%} and {one.high:.0%}")
    if (here := one.here) is None:
        return told
    return *told, f"{here.worked} of {here.worked + here.failed}, {here.share:.0%}"


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


@episodes.command("record")
@command(OwnedMemory.episode)
def record_episode(told: Episode) -> str:
    """Record an event and its outcome."""
    return f"Recorded {shown(told.memory.id)}, of {told.memory.valid_from:%Y-%m-%d %H:%M} UTC."


def _episode(one: Episode) -> tuple[str, ...]:
    text = f"{escape(one.event)}\n[dim]{shown(one.memory.id)}[/]"
    return f"{one.memory.valid_from:%Y-%m-%d %H:%M}", text, escape(one.outcome), escape(", ".join(one.tags))


EPISODES = Listing(
    _episode, ("when", "what", "outcome", "tags"), title="Episodes",
    empty="Nothing recorded yet: graphmem episode record EVENT", empty_after="No more.", name="episodes",
)  # fmt: skip


@episodes.command("list")
@answers(EPISODES)
async def list_episodes(target: Target, limit: Limit = 20, after: After = None) -> Page[Episode]:
    """List recorded episodes, the latest event first."""
    return await target.memory.procedures.episodes(target.owner, first=limit, after=after)
