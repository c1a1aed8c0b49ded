"""Workflows found in episodes: proposed, read in pages, decided once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.cognition import success
from graphmem.errors import NotFoundError
from graphmem.model.palace import Owner, Page
from graphmem.model.review import ReviewState
from graphmem.model.workflow import Workflow
from graphmem.store.cursors import cursor_of, page_of, position_of, require_count
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.procedures import episode_of
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

LATEST = 2_000
"""Most episodes that are read, the latest of the owner."""

MINED = 500
"""Most of those that are searched for workflows; each has steps and an outcome."""

KNOWN = 2_000
"""Latest proposals of each state that a new one is compared with."""

_EPISODES = bind("workflow/episodes_to_mine", __name__)
_PROPOSE = bind("workflow/propose_workflows", __name__)
_DROP = bind("workflow/drop_workflows", __name__)
_KNOWN = bind("workflow/known_workflows", __name__)
_LIST = bind("workflow/list_workflows", __name__)
_BY_ID = bind("workflow/workflow_by_id", __name__)
_DECIDE = bind("workflow/decide_workflow", __name__)


@dataclass(frozen=True, slots=True)
class EpisodeSteps:
    """An episode with its steps and whether it worked."""

    id: str
    event: str
    steps: tuple[str, ...]
    worked: bool
    project: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A workflow to propose; `marks` identify its steps' forms without their words."""

    id: str
    name: str
    steps: tuple[str, ...]
    marks: tuple[str, ...]
    worked: int
    failed: int
    project: str | None
    episodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProposedWorkflow:
    """A workflow proposed before."""

    id: str
    marks: tuple[str, ...]
    project: str | None


async def episodes(database: Database, owner: Owner) -> list[EpisodeSteps]:
    """Episodes to search for workflows, the latest first."""
    rows = await database.run(_EPISODES, owner=owner.key, most=LATEST, limit=MINED)
    return [EpisodeSteps(row["id"], row["event"], tuple(row["steps"]), row["worked"], row["project"]) for row in rows]


async def known_workflows(runner: Runner, owner: Owner, state: ReviewState) -> list[ProposedWorkflow]:
    """Workflows in a state, the last proposed first."""
    rows = await runner.run(_KNOWN, owner=owner.key, state=state.value, limit=KNOWN)
    return [ProposedWorkflow(row["id"], tuple(row["marks"]), row["project"]) for row in rows]


async def propose(transaction: Transaction, owner: Owner, proposals: Sequence[Proposal], now: datetime) -> None:
    """Propose workflows; open ones get the new counts."""
    rows = [row_of(one) for one in sorted(proposals, key=lambda one: one.id)]
    if rows:
        await transaction.run(_PROPOSE, owner=owner.key, rows=rows, now=now)


async def drop(transaction: Transaction, owner: Owner, ids: Sequence[str]) -> None:
    """Withdraw open proposals."""
    if ids:
        await transaction.run(_DROP, owner=owner.key, ids=sorted(ids))


async def page(
    database: Database, owner: Owner, state: ReviewState, *, first: int, after: str | None
) -> Page[Workflow]:
    """A page of the owner's workflows in a state, the last proposed first. Raises InvalidInputError."""
    require_count(first)
    at, id_ = position_of(after)
    rows = await database.run(_LIST, owner=owner.key, state=state.value, after_at=at, after_id=id_, limit=first + 1)
    return page_of(rows, first, _workflow, lambda one: cursor_of(one.proposed_at, one.id))


async def get(runner: Runner, owner: Owner, id_: str) -> Workflow:
    """One workflow. Raises NotFoundError."""
    rows = await runner.run(_BY_ID, owner=owner.key, id=id_)
    if not rows:
        raise NotFoundError(
            f"No workflow {id_[:80]!r}.", field="id", remedy="Take an id from `workflows`, or its start."
        )
    return _workflow(rows[0])


async def decide(
    transaction: Transaction,
    owner: Owner,
    id_: str,
    state: ReviewState,
    *,
    by: str,
    now: datetime,
    procedure: str | None = None,
) -> None:
    """Record the decision about an open workflow, and the procedure it became."""
    await transaction.run(
        _DECIDE, owner=owner.key, id=id_, state=state.value, by=by, now=now, procedure=procedure or ""
    )


def _workflow(row: dict[str, Any]) -> Workflow:
    node = row["workflow"]
    return Workflow(
        id=node["id"],
        name=node["name"],
        steps=tuple(node["steps"]),
        worked=node["worked"],
        failed=node["failed"],
        share=success.mean(node["worked"], node["failed"]),
        proposed_at=node["proposed_at"],
        state=ReviewState(node["state"]),
        project=node.get("project"),
        episodes=tuple(map(episode_of, row["episodes"])),
        procedure=next(iter(row["procedure"]), None),
        decided_at=node.get("decided_at"),
        decided_by=node.get("decided_by"),
    )
