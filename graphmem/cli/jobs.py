"""`graphmem jobs`: what runs in the background, how far it got and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.listing import After, Limit, right, show, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.job import Job, JobState
from graphmem.model.palace import Page

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner

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
    limit: Limit = 20,
    after: After = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List background jobs, the last first, with their errors."""

    async def asked(memory: GraphMem, whose: Owner) -> Page[Job]:
        if retry is not None:
            return Page((await memory.jobs.retry(whose, retry),), has_next=False, cursors=())
        return await memory.jobs.list(whose, states=state or (), first=limit, after=after)

    found = on(owner, asked)
    empty = (
        "No more jobs."
        if after
        else "No job in that state."
        if state
        else "No job: nothing was asked for in the background."
    )
    columns = ("job", "kind", "state", right("done"), right("attempts"), whole("asked for"), wide("error", 2))
    show(found, _row, *columns, title="Jobs", empty=empty, as_json=as_json)
    if not as_json and any(job.state is JobState.DEAD for job in found.items):
        out.print("Try a dead one again: graphmem jobs --retry ID", style="yellow", markup=False)


def _row(job: Job) -> tuple[str, ...]:
    state = f"[{_COLOURS.get(job.state, 'bold')}]{job.state.value}[/]"
    done = f"{job.done}/{job.total}" if job.total is not None else str(job.done)
    tried = f"{job.attempts}/{job.max_attempts}"
    asked = f"{job.created_at:%Y-%m-%d %H:%M}"
    return shown(job.id), job.kind.value, state, done, tried, asked, escape(job.error or "")
