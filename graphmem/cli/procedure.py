"""`graphmem procedure`: how things are done here, step by step, and whether that worked."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.options import AskedProjectOption, JsonFlag, OwnerOption, ProjectOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.errors import InvalidInputError
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.palace import Page
    from graphmem.model.procedure import Procedure

app = typer.Typer(
    help="How things are done here, step by step: record it, find what fits a task, tell whether it worked."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="However it is spelt.")]


@app.command()
def record(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What is done, like: Deploy the billing service.")],
    steps: Annotated[list[str], typer.Argument(metavar="STEP…", help="In their order.")],
    scope: Annotated[list[str] | None, typer.Option(help="A file glob it is limited to; may be repeated.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A word it is found by; may be repeated.")] = None,
    project: ProjectOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Keep how something is done. The same name with other steps is its next version; the former ones are kept."""

    async def work() -> Procedure:
        async with opened() as memory:
            return await memory.recorder.procedure(
                memory.owner(owner), name, steps, scope=scope or (), tags=tag or (), project=project
            )

    told = run(work)
    if as_json:
        print_json(asdict(told))
        return
    out.print(f"{told.name}: version {told.version}, {len(told.steps)} steps.", markup=False, soft_wrap=True)


@app.command(name="list")
def list_(
    task: Annotated[str, typer.Argument(help="Only what fits it, those that helped before first.")] = "",
    path: Annotated[str | None, typer.Option(help="Only those whose scope covers this file.")] = None,
    project: AskedProjectOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=20, help="How many.")] = 20,
    after: Annotated[str | None, typer.Option(help="The cursor that the page before ended with.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List procedures by name, or those that fit a task."""

    async def work() -> Page[Procedure]:
        async with opened() as memory:
            whose = memory.owner(owner)
            if not task:
                return await memory.procedures.page(whose, first=limit, after=after)
            from graphmem.model.palace import Page

            found = await memory.procedures.matching(whose, task, path=path, project=project, first=limit)
            return Page(tuple(one.procedure for one in found), ("",) * len(found), has_next=False)

    page = run(work)
    cursor = page.cursors[-1] if page.has_next else None
    if as_json:
        print_json({"procedures": [asdict(one) for one in page.items], "next": cursor})
        return
    if not page.items:
        asked = task or after
        out.print("No procedure like that." if asked else "No procedure yet: graphmem procedure record NAME STEP…",
                  style="dim", markup=False)  # fmt: skip
        return
    table = Table("procedure", "version", "worked", "failed", title="Procedures", title_justify="left")
    for one in page.items:
        text = f"[bold]{escape(one.name)}[/]{_marks(one)}\n{_numbered(one.steps)}\n[dim]{shown(one.memory.id)}[/]"
        table.add_row(text, str(one.version), str(one.memory.success_count), str(one.memory.failure_count))
    out.print(table)
    if cursor is not None:
        out.print(f"More: --after {cursor}", style="dim", soft_wrap=True, markup=False)


@app.command()
def show(name: Name, project: AskedProjectOption = None, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Show a procedure with the steps it had before."""

    async def work() -> Procedure:
        async with opened() as memory:
            return await memory.procedures.named(memory.owner(owner), name, project=project)

    found = run(work)
    if as_json:
        print_json(asdict(found))
        return
    counts = f"worked {found.memory.success_count}, failed {found.memory.failure_count}"
    out.print(f"[bold]{escape(found.name)}[/]{_marks(found)} [dim]version {found.version}, {counts}[/]")
    out.print(_numbered(found.steps))
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

    async def work() -> Procedure:
        async with opened() as memory:
            whose = memory.owner(owner)
            found = await memory.procedures.named(whose, name, project=project)
            await memory.outcomes.record(whose, [found.memory.id], success=worked)
            return await memory.procedures.named(whose, name, project=project)

    told = run(work)
    if as_json:
        print_json(asdict(told))
        return
    counts = f"worked {told.memory.success_count}, failed {told.memory.failure_count}"
    out.print(f"{told.name}: {counts}.", markup=False, soft_wrap=True)


def _numbered(steps: tuple[str, ...]) -> str:
    return "\n".join(f"{number}. {escape(step)}" for number, step in enumerate(steps, start=1))


def _marks(procedure: Procedure) -> str:
    marks = (*procedure.tags, *procedure.memory.scope)
    return f" [yellow]({escape(', '.join(marks))})[/]" if marks else ""
