"""`graphmem dream`: the plan of a dream, the list of dreams, and undo; `graphmem tiers`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.listing import After, Limit, Listing, cursor_of, right, table, tell_more, whole, wide
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, plain, print_json, say
from graphmem.errors import InvalidInputError
from graphmem.model import dream as model
from graphmem.model.diary import DiaryLine
from graphmem.model.dream import Change, Changed, DreamRun, Plan, RunState, Step, StepReport, Undone
from graphmem.model.ids import shown
from graphmem.model.palace import Page

BY = "command line"

app = typer.Typer(help="Plan a dream, carry it out, undo it.")

RunId = Annotated[
    str, typer.Argument(metavar="ID", help="The id of a dream, as `graphmem dream runs` shows it; its start will do.")
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        help="Only this step: rehearse, consolidate, compact or another; may be repeated.",
        metavar="WHAT",
    ),
]


@app.callback(invoke_without_command=True)
def dream(
    ctx: typer.Context,
    apply: Annotated[bool, typer.Option("--apply", help="Run the dream.")] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="With --apply: run it even if a brake would stop it.")
    ] = False,
    only: Only = None,
    limit: Limit = 20,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what a dream would change now, and write nothing; or run it, or list earlier dreams.

    Memories that fade are rehearsed only with --only rehearse.
    """
    if ctx.invoked_subcommand is not None:
        ctx.obj = owner
        return
    if confirm and not apply:
        raise InvalidInputError(
            "--confirm is given without --apply.", field="--confirm", remedy="Look at the plan, then give both."
        )
    steps = _steps(only)
    if apply:
        _apply(owner, only, steps, confirm=confirm, limit=limit, as_json=as_json)
        return

    plan = on(owner, lambda one: one.memory.dreams.plan(one.owner, steps=steps))
    if as_json:
        print_json(_plan(plan))
        return
    _show_plan(plan, limit)
    if plan.changes:
        how = "--apply --confirm" if plan.brake else "--apply"
        say(f"Nothing is written yet: graphmem dream {_again(only)}{how} does it.", "dim")


def _steps(only: Sequence[str] | None) -> Sequence[Step]:
    """The steps named by their own names or by a verb; all steps of a dream if none is named."""
    known = model.VERBS | {step.value: (step,) for step in Step}
    for name in only or ():
        if name not in known:
            raise InvalidInputError(
                f"{name[:40]!r} is no part of a dream.", field="--only", remedy=f"Name one of {', '.join(known)}."
            )
    return [step for name in only for step in known[name]] if only else model.WHOLE


def _again(only: Sequence[str] | None) -> str:
    return "".join(f"--only {name} " for name in only or ())


def _apply(
    owner: str | None, only: Sequence[str] | None, steps: Sequence[Step], *, confirm: bool, limit: int, as_json: bool
) -> None:
    done = on(owner, lambda one: one.memory.dreams.apply(one.owner, by=BY, confirm=confirm, steps=steps))
    if as_json:
        print_json({"plan": _plan(done.plan), "run": plain(done.run)})
    elif done.run is not None and done.run.state is RunState.HELD:
        say(f"{done.run.brake} Nothing was written.", "yellow")
        again = f"graphmem dream {_again(only)}"
        say(f"Look at {again.rstrip()}, then: {again}--apply --confirm", "dim")
    else:
        _show_plan(done.plan, limit)
        if done.run is not None:
            _show_probe(done.run)
        if done.run is not None and not done.run.taken_back:
            did = f"Dream {done.run.number} changed {done.run.changed:,} memories."
            say(f"{did} Take it back with: graphmem dream undo {shown(done.run.id)}")
    if done.run is not None and done.run.state is RunState.HELD:
        raise typer.Exit(1)


def _run(one: DreamRun) -> tuple[str, ...]:
    counts = (f"{one.changed:,}", f"{one.slept:,}", f"{one.undone:,}")
    return str(one.number), shown(one.id), f"{one.at:%Y-%m-%d %H:%M}", one.state.value, *counts, escape(one.by)


RUNS = Listing(
    _run, (*map(whole, ("number", "dream", "at", "state")), *map(right, ("changed", "asleep", "undone")), "by"),
    title="Dreams", empty="Nobody has dreamt yet: graphmem dream shows what one would change.",
    empty_after="No more dreams.", name="runs",
)  # fmt: skip


@app.command()
@answers(RUNS)
async def runs(target: Target, limit: Limit = 20, after: After = None) -> Page[DreamRun]:
    """List the dreams that ran or wait for a confirmation, the last first."""
    return await target.memory.dreams.runs(target.owner, first=limit, after=after)


Kept = tuple[DreamRun, Sequence[DiaryLine], Page[Changed]]
"""A dream that ran, its diary, and a page of its changes."""


def _plain_kept(kept: Kept) -> dict[str, Any]:
    found, diary, page = kept
    return {**plain(found), "diary": plain(diary), "changes": plain(page.items), "next": cursor_of(page)}


def _show_kept(kept: Kept) -> None:
    found, diary, page = kept
    out.print(f"Dream {found.number} of {found.at:%Y-%m-%d %H:%M}: {found.state.value}, asked for by {found.by}.",
              markup=False)  # fmt: skip
    if found.brake:
        say(found.brake, "yellow")
    _show_diary(diary)
    _show_steps(found.steps)
    if page.items:
        out.print(_table(page.items, "Changed"))
    tell_more(cursor_of(page))


@app.command(name="show")
@answers(_show_kept, as_plain=_plain_kept)
async def show_(target: Target, id_: RunId, limit: Limit = 20, after: After = None) -> Kept:
    """Show a dream's changes, memory by memory, and which of them were undone."""
    found = await target.memory.dreams.run(target.owner, id_)
    diary = await target.memory.diary.of(target.owner, found.id)
    return found, diary, await target.memory.dreams.changes(target.owner, found.id, first=limit, after=after)


def _show_undone(told: Undone) -> None:
    say(f"Taken back: {told.memories:,} of {told.run.changed:,} memories of dream {told.run.number}.")
    for one in told.conflicts:
        say(f"Left: {shown(one.memory)} has {one.field} {one.found} by now, not {one.written}.")


@app.command()
@answers(_show_undone)
async def undo(
    target: Target,
    id_: RunId,
    memory_id: Annotated[str | None, typer.Option("--memory", help="Only the changes of this memory.")] = None,
) -> Undone:
    """Undo a dream. Fields that changed since stay, and are listed."""
    return await target.memory.dreams.undo(target.owner, id_, memory=memory_id)


def _show_tiers(found: dict[str, int]) -> None:
    if any(found.values()):
        out.print(table("tier", right("memories"), rows=((tier, f"{count:,}") for tier, count in found.items())))
    else:
        out.print("No memory yet. Observe something: graphmem observe TEXT", style="dim")


@answers(_show_tiers)
async def tiers(target: Target) -> dict[str, int]:
    """Count the memories of each tier; dormant ones include those past their valid time."""
    return {tier.value: count for tier, count in (await target.memory.dreams.tiers(target.owner)).items()}


def _plan(plan: Plan) -> dict[str, object]:
    """The plan as plain values, without each memory's reading."""
    left_out = ("seen", "made")
    changes = [{name: value for name, value in asdict(one).items() if name not in left_out} for one in plan.changes]
    return asdict(plan) | {"id": plan.id, "sleeping": plan.sleeping, "changes": changes}


def _show_plan(plan: Plan, limit: int) -> None:
    _show_steps(plan.steps)
    if not plan.changes:
        out.print(f"Nothing to change among {plan.awake:,} awake memories.", style="dim")
        return
    out.print(_table(plan.changes[:limit], f"{len(plan.changes):,} changes, {plan.sleeping:,} go to sleep"))
    if len(plan.changes) > limit:
        out.print(f"… and {len(plan.changes) - limit:,} more: --limit, --json", style="dim")
    if plan.brake:
        say(plan.brake, "yellow")


def _show_diary(diary: Sequence[DiaryLine]) -> None:
    for line in diary:
        say(line.sentence)
        for one in line.memories:
            where = f"{one.pointer}, {shown(one.id)}" if one.pointer else shown(one.id)
            out.print(f"  [dim]{escape(where)}[/]  {escape(one.text)}", soft_wrap=True)
        if line.count > len(line.memories):
            out.print(f"  … and {line.count - len(line.memories):,} more, below", style="dim")


def _show_probe(run: DreamRun) -> None:
    if run.taken_back:
        say(f"{run.taken_back} It was taken back by itself.", "yellow")
    if run.folded_at:
        out.print(f"Since {run.folded_at:%Y-%m-%d} it cannot be undone: its single changes were let go.", style="dim")
    elif run.asked:
        found = f"{run.answered_before} found their answer before it, {run.answered_after} after it"
        say(f"Of {run.asked} questions {found}.", "dim")


def _show_steps(steps: Sequence[StepReport]) -> None:
    out.print(table("step", right("looked at"), right("changed"), "passed over", rows=map(_step, steps)))


def _step(one: StepReport) -> tuple[str, ...]:
    skipped = escape("; ".join(f"{count:,} {why}" for why, count in one.skipped.items()))
    return one.step.value, f"{one.looked:,}", f"{one.changed:,}", skipped


def _table(changes: Sequence[Change | Changed], title: str) -> Table:
    return table(wide("memory"), whole("change"), wide("why"), rows=map(_row, changes), title=title, lines=True)


def _row(one: Change | Changed) -> tuple[str, ...]:
    rules = (one.rule,) if isinstance(one, Change) else one.rules
    why = f"{escape('; '.join(rules))}\n[dim]{escape('; '.join(one.evidence))}[/]"
    return f"{escape(one.text)}\n[dim]{shown(one.memory)}[/]", _moved(one), why


def _moved(one: Change | Changed) -> str:
    moved = "made" if one.before["tier"] == model.UNMADE else f"{one.before['tier']} → {one.after['tier']}"
    if not model.moves(one.before, one.after):
        moved = f"stable {float(one.before['stability']):.1f} → {float(one.after['stability']):.1f} days"
    if not isinstance(one, Changed) or one.undone_at is None:
        return moved
    return f"{moved} ({'left: changed since' if one.is_left else 'undone'})"
