"""`graphmem schedule`: when an owner dreams by itself, and what became of it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from graphmem.cli.listing import facts
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import out, print_json
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.job import JobKind
from graphmem.model.schedule import Outcome, Schedule

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner

app = typer.Typer(help="Show or change the schedule of dreams, pause it, run one now. `graphmem serve` keeps it.")

_TOLD = {
    Outcome.APPLIED: "changed memories",
    Outcome.NOTHING: "nothing to change",
    Outcome.HELD: "waits: graphmem dream --apply --confirm",
    Outcome.UNDONE: "did harm and was taken back: graphmem dream show",
    Outcome.RESTED: "had dreamt four times in a day",
    Outcome.FAILED: "failed, tried again",
}

Rehearse = Annotated[bool, typer.Option("--rehearse", help="Of rehearsals, which are daily, in place of dreams.")]

Told = tuple[Schedule, list[datetime]]
"""A schedule with its next slots."""


@app.callback(invoke_without_command=True)
def schedule(
    ctx: typer.Context,
    count: Annotated[int, typer.Option("--next", min=1, max=100, help="How many of the next runs to show.")] = 3,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show when memory dreams by itself, the next runs, and what became of the last; or change it."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = owner
        return

    async def told(memory: GraphMem, whose: Owner) -> list[Told]:
        return [(one, memory.schedules.slots(one, count)) for one in await memory.schedules.all(whose)]

    _show(on(owner, told), as_json=as_json)


@app.command(name="set")
def set_(
    ctx: typer.Context,
    cron: Annotated[str, typer.Argument(help="Minute, hour, day, month and weekday, in quotes: '30 3 * * *'.")],
    zone: Annotated[str | None, typer.Option(help="Its time zone, as Europe/Istanbul.")] = None,
    rehearse: Rehearse = False,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Dream at other times."""
    _changed(owner or ctx.obj, rehearse, as_json=as_json, cron=cron, time_zone=zone)


@app.command()
def pause(ctx: typer.Context, rehearse: Rehearse = False, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Dream no more by itself until `resume`."""
    _changed(owner or ctx.obj, rehearse, as_json=as_json, paused=True)


@app.command()
def resume(
    ctx: typer.Context, rehearse: Rehearse = False, owner: OwnerOption = None, as_json: JsonFlag = False
) -> None:
    """Dream by itself again."""
    _changed(owner or ctx.obj, rehearse, as_json=as_json, paused=False)


@app.command(name="run")
def run_(ctx: typer.Context, rehearse: Rehearse = False, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Ask for a dream now, in the background; brakes hold as they do for any."""
    job = on(owner or ctx.obj, lambda memory, whose: memory.schedules.trigger(whose, kind=_kind(rehearse)))
    if as_json:
        print_json(asdict(job))
        return
    out.print(f"Asked for, as job {shown(job.id)}: a running graphmem serve does it.", markup=False)


def _kind(rehearse: bool) -> JobKind:
    return JobKind.REHEARSE if rehearse else JobKind.DREAM


def _changed(
    owner: str | None,
    rehearse: bool,
    *,
    as_json: bool,
    cron: str | None = None,
    time_zone: str | None = None,
    paused: bool | None = None,
) -> None:
    async def told(memory: GraphMem, whose: Owner) -> Told:
        found = await memory.schedules.set(whose, kind=_kind(rehearse), cron=cron, time_zone=time_zone, paused=paused)
        return found, memory.schedules.slots(found, 3)

    _show([on(owner, told)], as_json=as_json)


def _show(found: list[Told], *, as_json: bool) -> None:
    if as_json:
        print_json([_plain(one, slots) for one, slots in found])
        return
    if not found:
        out.print("No schedule yet: graphmem serve makes one for who has memories, and graphmem schedule set does.",
                  style="dim")  # fmt: skip
        return
    for one, slots in found:
        out.print(facts(_lines(one, slots)))


def _lines(one: Schedule, slots: list[datetime]) -> list[tuple[str, str]]:
    zone = ZoneInfo(one.time_zone)

    def at(moment: datetime) -> str:
        return f"{moment.astimezone(zone):%a %Y-%m-%d %H:%M:%S}"

    lines = [("what", one.kind.value), ("when", f"{one.cron}  in {one.time_zone}")]
    lines += [("next", "paused: graphmem schedule resume")] if one.paused else []
    lines += [("next" if not number else "", at(slot)) for number, slot in enumerate(slots)]
    if one.last_outcome is not None:
        run_ = f", dream {shown(one.last_run)}" if one.last_run else ""
        when = at(one.last_ended_at) if one.last_ended_at else ""
        lines.append(("last", f"{when}: {_TOLD[one.last_outcome]}{run_}{_because(one)}"))
    lines.append(("runs", f"{one.runs:,}, the last {one.unchanged:,} without a change"))
    return lines


def _because(one: Schedule) -> str:
    return f" ({one.last_error})" if one.last_error else ""


def _plain(one: Schedule, slots: list[datetime]) -> dict[str, object]:
    return {name: value for name, value in asdict(one).items() if name != "version"} | {"next_runs": slots}
