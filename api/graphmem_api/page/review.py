"""The review tray: undecided pairs, recurring workflows, stopped dreams, held memories, tombstones."""

from __future__ import annotations

from starlette.responses import Response

from graphmem.errors import InvalidInputError
from graphmem.model.dream import RunState
from graphmem.model.review import Verdict
from graphmem_api.page.visit import Visit

PAGE = 20
LATEST_RUNS = 20
BY = "page"


async def review(visit: Visit) -> Response:
    """Show the pending reviews, the last proposed first."""
    page = await visit.memory.reviews.page(visit.owner, first=PAGE, after=visit.asked("after") or None)
    runs = await visit.memory.dreams.runs(visit.owner, first=LATEST_RUNS)
    stones = await visit.memory.tombstones.page(visit.owner, first=PAGE, after=visit.asked("stones") or None)
    # A held run that a later one followed waits for nobody any more.
    held = [run for run in runs.items[:1] if run.state is RunState.HELD]
    waiting = await visit.memory.memories.quarantine.page(visit.owner, first=PAGE, after=visit.asked("held") or None)
    ways = await visit.memory.workflows.page(visit.owner, first=PAGE, after=visit.asked("ways") or None)
    return visit.page("review.html", page=page, held=held, stones=stones, waiting=waiting, ways=ways)


async def lift(visit: Visit) -> Response:
    """Lift a tombstone, so that its value may be remembered again."""
    await visit.memory.tombstones.lift(visit.owner, visit.path("id"), by=BY)
    return visit.redirect("/memory/review", "lifted")


async def release(visit: Visit) -> Response:
    """Release a held memory for recall, or forget it."""
    verdict = Verdict.ACCEPT if visit.form.get("verb") == "release" else Verdict.DISMISS
    await visit.memory.memories.quarantine.decide(visit.owner, visit.path("id"), verdict, by=BY)
    return visit.redirect("/memory/review", "decided")


async def decide(visit: Visit) -> Response:
    """Decide about a pair."""
    verdict = _verdict(visit)
    decided = await visit.memory.reviews.decide(visit.owner, visit.path("id"), verdict, by=BY)
    if visit.is_part:
        return visit.page("parts/decided.html", decided=decided, accepted=verdict is Verdict.ACCEPT)
    return visit.redirect("/memory/review", "decided")


async def decide_workflow(visit: Visit) -> Response:
    """Make a procedure of a workflow, under the typed name, or dismiss it."""
    name = visit.form.get("name", "").strip() or None
    await visit.memory.workflows.decide(visit.owner, visit.path("id"), _verdict(visit), by=BY, name=name)
    return visit.redirect("/memory/review", "decided")


def _verdict(visit: Visit) -> Verdict:
    verdict = visit.form.get("verdict", "")
    if verdict not in [*Verdict]:
        raise InvalidInputError(f"{verdict[:40]!r} is no verdict.", field="verdict", remedy="ACCEPT or DISMISS.")
    return Verdict(verdict)
