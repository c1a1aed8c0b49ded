"""Dreams: the plan of the next, running it, the past runs, undoing them; tiers now and before."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from graphmem.errors import InvalidInputError
from graphmem.model.dream import RunState
from graphmem.model.job import JobKind
from graphmem.model.memory import Tier
from graphmem.services.retrieval.hot_tier import HotTier
from graphmem_api.page.visit import HOME, Visit

RUNS = 20
CHANGES = 50
BY = "page"


async def dreams(visit: Visit) -> Response:
    """Show the tiers, the hot tier, and the runs."""
    return await _dreams(visit)


async def _dreams(visit: Visit, refused: InvalidInputError | None = None) -> Response:
    """The page of `dreams`, with the refused input of the form for the next dream, and the error."""
    memory, owner = visit.memory, visit.owner
    runs, tiers, hot, schedules = await asyncio.gather(
        memory.dreams.runs(owner, first=RUNS, after=visit.asked("after") or None),
        memory.dreams.tiers(owner),
        HotTier(memory.database).memories(owner),
        memory.schedules.all(owner),
    )
    counted = [(tier.value, tiers.get(tier, 0)) for tier in Tier]
    done = [run for run in reversed(runs.items) if run.state not in (RunState.HELD, RunState.RUNNING)]
    shown = visit.again if refused else visit.page
    return shown("dreams.html", runs=runs, tiers=counted, hot=hot, done=done, schedules=schedules, refused=refused)


async def plan(visit: Visit) -> Response:
    """Show the changes that a dream would make now; nothing is written."""
    try:
        made = await visit.memory.dreams.plan(visit.owner)
    except InvalidInputError as error:
        if not visit.is_part:
            raise
        return visit.page("parts/no_plan.html", message=error.message)
    return visit.page("parts/plan.html" if visit.is_part else "plan.html", plan=made, shown=made.changes[:CHANGES])


async def dream(visit: Visit) -> Response:
    """Carry out the plan that was shown."""
    told = await visit.memory.dreams.apply(
        visit.owner, by=BY, plan=visit.form.get("plan"), confirm=visit.form.get("confirm") == "yes"
    )
    if told.run is None:
        return visit.redirect(f"{HOME}/dreams", "undreamt")
    return visit.redirect(f"{HOME}/dreams/{told.run.id}", "held" if told.run.state is RunState.HELD else "dreamt")


async def run(visit: Visit) -> Response:
    """Show one run with its changes."""
    id_, after = visit.path("id"), visit.asked("after") or None
    found, changes, diary = await asyncio.gather(
        visit.memory.dreams.run(visit.owner, id_),
        visit.memory.dreams.changes(visit.owner, id_, first=CHANGES, after=after),
        visit.memory.diary.of(visit.owner, id_),
    )
    return visit.page("parts/changes.html" if visit.is_part else "dream.html", run=found, changes=changes, diary=diary)


async def schedule(visit: Visit) -> Response:
    """Set when dreams or rehearsals are due, or pause them."""
    kind = JobKind.REHEARSE if visit.form.get("kind") == JobKind.REHEARSE.value else JobKind.DREAM
    verb, form, schedules = visit.form.get("verb", ""), visit.form, visit.memory.schedules
    if verb == "set":
        try:
            await schedules.set(visit.owner, kind=kind, cron=form.get("cron", ""), time_zone=form.get("zone", ""))
        except InvalidInputError as error:
            return await _dreams(visit, error)
    elif verb in ("pause", "resume"):
        await schedules.set(visit.owner, kind=kind, paused=verb == "pause")
    else:
        raise InvalidInputError(f"{verb[:40]!r} cannot be done.", field="verb", remedy="set, pause or resume.")
    return visit.redirect(f"{HOME}/dreams", "scheduled")


async def undo(visit: Visit) -> Response:
    """Undo a run, for one memory or for all."""
    id_ = visit.path("id")
    undone = await visit.memory.dreams.undo(visit.owner, id_, memory=visit.form.get("memory") or None)
    return visit.redirect(f"{HOME}/dreams/{id_}", "partly" if undone.conflicts else "undone")
