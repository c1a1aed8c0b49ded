"""`graphmem jobs`: what runs in the background, how far it got and what went wrong."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.model.ids import shown
from graphmem.model.job import Job, JobState

_COLOURS = {
    JobState.RUNNING: "cyan",
    JobState.FAILED: "yellow",
    JobState.DONE: "green",
    JobState.DEAD: "red",
    JobState.CANCELLED: "dim",
}


def jobs(
    retry: Annotated[str | None, typer.Option(metavar="ID", help="Queue a dead or failed job now.")] = None,
    state: Annotated[list[JobState] | None, typer.Option(help="Only this state; may be repeated.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")] = 20,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List background work, last asked for first, with what went wrong."""

    async def work() -> list[Job]:
        async with opened() as memory:
            whose = memory.owner(owner)
            if retry is not None:
                return [await memory.jobs.retry(whose, retry)]
            return list((await memory.jobs.list(whose, states=state or (), first=limit)).items)

    found = run(work)
    if as_json:
        print_json([asdict(job) for job in found])
        return
    if not found:
        out.print("No job in that state." if state else "No job: nothing was asked for in the background.", style="dim")
        return
    table = Table("job", "kind", "state", title="Jobs", title_justify="left")
    for name in ("done", "attempts"):
        table.add_column(name, justify="right")
    table.add_column("asked for", no_wrap=True)
    table.add_column("error", ratio=2)
    for job in found:
        table.add_row(*_row(job))
    out.print(table)
    if any(job.state is JobState.DEAD for job in found):
        out.print("Try a dead one again: graphmem jobs --retry ID", style="yellow", markup=False)


def _row(job: Job) -> tuple[str, ...]:
    state = f"[{_COLOURS.get(job.state, 'bold')}]{job.state.value}[/]"
    done = f"{job.done}/{job.total}" if job.total is not None else str(job.done)
    tried = f"{job.attempts}/{job.max_attempts}"
    asked = f"{job.created_at:%Y-%m-%d %H:%M}"
    return shown(job.id), job.kind.value, state, done, tried, asked, escape(job.error or "")
