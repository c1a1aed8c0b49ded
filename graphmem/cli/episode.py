"""`graphmem episode`: what happened in an agent's work, and how it turned out."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption, ProjectOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.errors import InvalidInputError
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.palace import Page
    from graphmem.model.procedure import Episode

app = typer.Typer(help="What happened, and how it turned out: record it, list it.")


@app.command()
def record(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="What happened.")],
    outcome: Annotated[str, typer.Option(help="What came of it.")] = "",
    tag: Annotated[list[str] | None, typer.Option(help="A word it is found by; may be repeated.")] = None,
    when: Annotated[str | None, typer.Option(help="Like 2026-05-08T13:56:00Z; now when missing.")] = None,
    project: ProjectOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Keep something that happened, and how it turned out."""

    async def work() -> Episode:
        at = _moment(when)
        async with opened() as memory:
            return await memory.recorder.episode(
                memory.owner(owner), event, outcome=outcome, tags=tag or (), happened_at=at, project=project
            )

    told = run(work)
    if as_json:
        print_json(asdict(told))
        return
    out.print(f"Recorded {shown(told.memory.id)}, of {told.memory.valid_from:%Y-%m-%d %H:%M} UTC.", markup=False)


@app.command(name="list")
def list_(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")] = 20,
    after: Annotated[str | None, typer.Option(help="The cursor that the page before ended with.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List what was recorded, the last to happen first."""

    async def work() -> Page[Episode]:
        async with opened() as memory:
            return await memory.procedures.episodes(memory.owner(owner), first=limit, after=after)

    page = run(work)
    cursor = page.cursors[-1] if page.has_next else None
    if as_json:
        print_json({"episodes": [asdict(one) for one in page.items], "next": cursor})
        return
    if not page.items:
        out.print("No more." if after else "Nothing recorded yet: graphmem episode record EVENT", style="dim")
        return
    table = Table("when", "what", "outcome", "tags", title="Episodes", title_justify="left")
    for one in page.items:
        text = f"{escape(one.event)}\n[dim]{shown(one.memory.id)}[/]"
        table.add_row(f"{one.memory.valid_from:%Y-%m-%d %H:%M}", text, escape(one.outcome), escape(", ".join(one.tags)))
    out.print(table)
    if cursor is not None:
        out.print(f"More: --after {cursor}", style="dim", soft_wrap=True, markup=False)


def _moment(text: str | None) -> datetime | None:
    """The time that an option names; without a zone it is UTC. Raises InvalidInputError."""
    if text is None:
        return None
    from graphmem.language.transcripts.times import parse_time

    try:
        return parse_time(text)
    except ValueError as error:
        raise InvalidInputError(f"--when: {error}.", field="when", remedy="Write it like 2026-05-08.") from error
