"""`graphmem schedule`: the times of an owner's dreams, and the last result."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer

from graphmem.cli.listing import facts
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target
from graphmem.cli.output import out
from graphmem.model.ids import shown
from graphmem.model.job import Job, JobKind
from graphmem.model.schedule import Outcome, Schedule

app = typer.Typer(help="Show or change the schedule of dreams, pause it, run one now. `graphmem serve` keeps it.")

_TOLD = {
    Outcome.APPLIED: "changed memories",
    Outcome.NOTHING: "nothing to change",
    Outcome.HELD: "waits: graphmem dream --apply --confirm",
    Outcome.UNDONE: "did harm and was taken back: graphmem dream show",
    Outcome.RESTED: "had dreamt four times in a day",
    Outcome.FAILED: "failed, tried again",
}

Rehearse = Annotated[bool, typer.Option("--rehearse", help="The schedule of daily rehearsals instead of dreams.")]

Told = tuple[Schedule, list[datetime]]
"""A schedule with its next slots."""


def _show(found: list[Told]) -> None:
    if not found:
        out.print("No schedule yet: graphmem serve makes one for who has memories, and graphmem schedule set does.",
                  style="dim")  # fmt: skip
    for one, slots in found:
        out.print(facts(_lines(one, slots)))


def _plain(found: list[Told]) -> list[dict[str, Any]]:
    return [
        {**{name: value for name, value in asdict(one).items() if name != "version"}, "next_runs": slots}
        for one, slots in found
    ]


@app.callback(invoke_without_command=True)
@answers(_show, as_plain=_plain)
async def schedule(
    target: Target,
    count: Annotated[int, typer.Option("--next", min=1, max=100, help="Number of next runs.")] = 3,
) -> list[Told]:
    """Show the schedule of dreams, the next runs, and the last result; or change it."""
    schedules = target.memory.schedules
    return [(one, schedules.slots(one, count)) for one in await schedules.all(target.owner)]


async def _changed(target: Target, rehearse: bool, **changes: Any) -> list[Told]:
    schedules = target.memory.schedules
    found = await schedules.set(target.owner, kind=_kind(rehearse), **changes)
    return [(found, schedules.slots(found, 3))]


@app.command(name="set")
@answers(_show, as_plain=_plain)
async def set_(
    target: Target,
    cron: Annotated[str, typer.Argument(help="Minute, hour, day, month and weekday, in quotes: '30 3 * * *'.")],
    zone: Annotated[str | None, typer.Option(help="The time zone, as Europe/Istanbul.")] = None,
    rehearse: Rehearse = False,
) -> list[Told]:
    """Set the times of dreams."""
    return await _changed(target, rehearse, cron=cron, time_zone=zone)


@app.command()
@answers(_show, as_plain=_plain)
async def pause(target: Target, rehearse: Rehearse = False) -> list[Told]:
    """Pause dreams until `resume`."""
    return await _changed(target, rehearse, paused=True)


@app.command()
@answers(_show, as_plain=_plain)
async def resume(target: Target, rehearse: Rehearse = False) -> list[Told]:
    """Resume dreams."""
    return await _changed(target, rehearse, paused=False)


@app.command(name="run")
@answers(lambda job: f"Asked for, as job {shown(job.id)}: a running graphmem serve does it.")
async def run_(target: Target, rehearse: Rehearse = False) -> Job:
    """Run a dream now, in the background; brakes apply as usual."""
    return await target.memory.schedules.trigger(target.owner, kind=_kind(rehearse))


def _kind(rehearse: bool) -> JobKind:
    return JobKind.REHEARSE if rehearse else JobKind.DREAM


def _lines(one: Schedule, slots: list[datetime]) -> list[tuple[str, str]]:
    zone = ZoneInfo(one.time_zone)

    def at(moment: datetime) -> str:
        return f"{moment.astimezone(zone):%a %Y-%m-%d %H:%M:%S}"

    lines = [("what", one.kind.value), ("when", f"{one.cron}  in {one.time_zone}")]
    lines += [("next", "paused: graphmem schedule resume")] if one.paused else []
    lines += [("next" if not number else "", at(slot)) for number, slot in enumerate(slots)]
    if one.last_outcome is not None:
        run_ = f", dream {shown(one.last_run)}" if one.last_run else ""
        because = f" ({one.last_error})" if one.last_error else ""
        when = at(one.last_ended_at) if one.last_ended_at else ""
        lines.append(("last", f"{when}: {_TOLD[one.last_outcome]}{run_}{because}"))
    lines.append(("runs", f"{one.runs:,}, the last {one.unchanged:,} without a change"))
    return lines
