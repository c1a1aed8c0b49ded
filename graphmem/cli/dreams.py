"""`graphmem dream`: what a dream would change, the dreams there were, and taking one back; `graphmem tiers`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.listing import After, Limit, right, show, table, tell_more, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, print_json
from graphmem.cli.working import on
from graphmem.errors import InvalidInputError
from graphmem.model.diary import DiaryLine
from graphmem.model.dream import (
    UNMADE,
    VERBS,
    WHOLE,
    Change,
    Changed,
    DreamRun,
    Plan,
    RunState,
    Step,
    StepReport,
    moves,
)
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner, Page

BY = "command line"

app = typer.Typer(help="Plan a dream, carry it out, undo it.")

RunId = Annotated[
    str, typer.Argument(metavar="ID", help="Of a dream, as `graphmem dream runs` shows it; its start will do.")
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        help="Only this: rehearse, consolidate or compact, or a step by its name, and again for another.",
        metavar="WHAT",
    ),
]


@app.callback(invoke_without_command=True)
def dream(
    ctx: typer.Context,
    apply: Annotated[bool, typer.Option("--apply", help="Carry it out.")] = False,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="With --apply: carry out what a brake would stop.")
    ] = False,
    only: Only = None,
    limit: Limit = 20,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what a dream would change now, and write nothing; or carry it out, or look at those there were.

    What would hardly come to mind is rehearsed only when asked for: --only rehearse.
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

    plan = on(owner, lambda memory, whose: memory.dreams.plan(whose, steps=steps))
    if as_json:
        print_json(_plan(plan))
        return
    _show_plan(plan, limit)
    if plan.changes:
        how = "--apply --confirm" if plan.brake else "--apply"
        out.print(f"Nothing is written yet: graphmem dream {_again(only)}{how} does it.", style="dim", soft_wrap=True)


def _steps(only: Sequence[str] | None) -> Sequence[Step]:
    """The steps that are named by their own names or by a verb; all of a dream when none is."""
    known = VERBS | {step.value: (step,) for step in Step}
    for name in only or ():
        if name not in known:
            raise InvalidInputError(
                f"{name[:40]!r} is no part of a dream.", field="--only", remedy=f"Name one of {', '.join(known)}."
            )
    return [step for name in only for step in known[name]] if only else WHOLE


def _again(only: Sequence[str] | None) -> str:
    return "".join(f"--only {name} " for name in only or ())


def _apply(
    owner: str | None, only: Sequence[str] | None, steps: Sequence[Step], *, confirm: bool, limit: int, as_json: bool
) -> None:
    done = on(owner, lambda memory, whose: memory.dreams.apply(whose, by=BY, confirm=confirm, steps=steps))
    if as_json:
        print_json({"plan": _plan(done.plan), "run": None if done.run is None else asdict(done.run)})
    elif done.run is None:
        _show_plan(done.plan, limit)
    elif done.run.state is RunState.HELD:
        out.print(f"{done.run.brake} Nothing was written.", style="yellow", markup=False, soft_wrap=True)
        out.print(
            f"Look at graphmem dream {_again(only)}".rstrip()
            + f", then: graphmem dream {_again(only)}--apply --confirm",
            style="dim",
            soft_wrap=True,
        )
    elif done.run.taken_back:
        _show_plan(done.plan, limit)
        _show_probe(done.run)
    else:
        _show_plan(done.plan, limit)
        _show_probe(done.run)
        out.print(
            f"Dream {done.run.number} changed {done.run.changed:,} memories. "
            f"Take it back with: graphmem dream undo {shown(done.run.id)}",
            markup=False, soft_wrap=True,
        )  # fmt: skip
    if done.run is not None and done.run.state is RunState.HELD:
        raise typer.Exit(1)


@app.command()
def runs(
    ctx: typer.Context, limit: Limit = 20, after: After = None, owner: OwnerOption = None, as_json: JsonFlag = False
) -> None:
    """List the dreams that were carried out, or wait for a confirmation, the last first."""
    page = on(owner or ctx.obj, lambda memory, whose: memory.dreams.runs(whose, first=limit, after=after))
    show(
        page, _run, *map(whole, ("number", "dream", "at", "state")), *map(right, ("changed", "asleep", "undone")), "by",
        empty="No more dreams." if after else "Nobody has dreamt yet: graphmem dream shows what one would change.",
        title="Dreams", as_json=as_json, name="runs",
    )  # fmt: skip


def _run(one: DreamRun) -> tuple[str, ...]:
    counts = (f"{one.changed:,}", f"{one.slept:,}", f"{one.undone:,}")
    return str(one.number), shown(one.id), f"{one.at:%Y-%m-%d %H:%M}", one.state.value, *counts, escape(one.by)


@app.command(name="show")
def show_(
    ctx: typer.Context,
    id_: RunId,
    limit: Limit = 20,
    after: After = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what a dream changed, memory by memory, and what was taken back."""

    async def looked_up(memory: GraphMem, whose: Owner) -> tuple[DreamRun, list[DiaryLine], Page[Changed]]:
        found = await memory.dreams.run(whose, id_)
        diary = await memory.diary.of(whose, found.id)
        return found, diary, await memory.dreams.changes(whose, found.id, first=limit, after=after)

    found, diary, page = on(owner or ctx.obj, looked_up)
    cursor = page.cursors[-1] if page.has_next else None
    if as_json:
        told = [asdict(line) for line in diary]
        print_json(asdict(found) | {"diary": told, "changes": [asdict(one) for one in page.items], "next": cursor})
        return
    out.print(f"Dream {found.number} of {found.at:%Y-%m-%d %H:%M}: {found.state.value}, asked for by {found.by}.",
              markup=False)  # fmt: skip
    if found.brake:
        out.print(found.brake, style="yellow", markup=False, soft_wrap=True)
    _show_diary(diary)
    _show_steps(found.steps)
    if page.items:
        out.print(_table(page.items, "Changed"))
    tell_more(cursor)


@app.command()
def undo(
    ctx: typer.Context,
    id_: RunId,
    memory_id: Annotated[str | None, typer.Option("--memory", help="Only what it changed of this memory.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Take a dream back. What changed since stays as it is and is listed."""
    told = on(owner or ctx.obj, lambda memory, whose: memory.dreams.undo(whose, id_, memory=memory_id))
    if as_json:
        print_json(asdict(told))
        return
    out.print(
        f"Taken back: {told.memories:,} of {told.run.changed:,} memories of dream {told.run.number}.", markup=False
    )
    for one in told.conflicts:
        out.print(f"Left: {shown(one.memory)} has {one.field} {one.found} by now, not {one.written}.", markup=False)


def tiers(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Count the memories of each tier; dormant ones include those whose time is over."""
    counted = on(owner, lambda memory, whose: memory.dreams.tiers(whose))
    found = {tier.value: count for tier, count in counted.items()}
    if as_json:
        print_json(found)
        return
    if not any(found.values()):
        out.print("No memory yet. Observe something: graphmem observe TEXT", style="dim")
        return
    out.print(table("tier", right("memories"), rows=((tier, f"{count:,}") for tier, count in found.items())))


def _plan(plan: Plan) -> dict[str, object]:
    """A plan for a program: without how each memory was read."""
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
        out.print(plan.brake, style="yellow", markup=False, soft_wrap=True)


def _show_diary(diary: Sequence[DiaryLine]) -> None:
    for line in diary:
        out.print(line.sentence, markup=False, soft_wrap=True)
        for one in line.memories:
            where = f"{one.pointer}, {shown(one.id)}" if one.pointer else shown(one.id)
            out.print(f"  [dim]{escape(where)}[/]  {escape(one.text)}", soft_wrap=True)
        if line.count > len(line.memories):
            out.print(f"  … and {line.count - len(line.memories):,} more, below", style="dim")


def _show_probe(run: DreamRun) -> None:
    if run.taken_back:
        out.print(f"{run.taken_back} It was taken back by itself.", style="yellow", markup=False, soft_wrap=True)
    if run.folded_at:
        out.print(f"Since {run.folded_at:%Y-%m-%d} it cannot be undone: its single changes were let go.", style="dim")
    elif run.asked:
        out.print(f"Of {run.asked} questions {run.answered_before} found their answer before it, "
                  f"{run.answered_after} after it.", style="dim", soft_wrap=True)  # fmt: skip


def _show_steps(steps: Sequence[StepReport]) -> None:
    rows = (
        (
            one.step.value,
            f"{one.looked:,}",
            f"{one.changed:,}",
            escape("; ".join(f"{count:,} {why}" for why, count in one.skipped.items())),
        )
        for one in steps
    )
    out.print(table("step", right("looked at"), right("changed"), "passed over", rows=rows))


def _table(changes: Sequence[Change | Changed], title: str) -> Table:
    return table(wide("memory"), whole("change"), wide("why"), rows=map(_row, changes), title=title, lines=True)


def _row(one: Change | Changed) -> tuple[str, ...]:
    rules = (one.rule,) if isinstance(one, Change) else one.rules
    why = f"{escape('; '.join(rules))}\n[dim]{escape('; '.join(one.evidence))}[/]"
    return f"{escape(one.text)}\n[dim]{shown(one.memory)}[/]", _moved(one), why


def _moved(one: Change | Changed) -> str:
    moved = "made" if one.before["tier"] == UNMADE else f"{one.before['tier']} → {one.after['tier']}"
    if not moves(one.before, one.after):
        moved = f"stable {float(one.before['stability']):.1f} → {float(one.after['stability']):.1f} days"
    if not isinstance(one, Changed) or one.undone_at is None:
        return moved
    return f"{moved} ({'left: changed since' if one.is_left else 'undone'})"
