"""Workflows: steps that recur in successful episodes, proposed as procedures for a person to accept.

A search reads the latest episodes and writes only proposals. A rejected workflow is not proposed again, nor a part of
it, nor one that contains it; nothing here carries a step out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.cognition.sequences import is_part
from graphmem.errors import InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.ids import digest
from graphmem.model.palace import Owner, Page
from graphmem.model.review import DECIDED, ReviewState, Verdict
from graphmem.model.transcript import Role
from graphmem.model.workflow import Mined, Workflow
from graphmem.services.audit import audited
from graphmem.services.ingestion.recorder import Recorder
from graphmem.services.owner_settings import settings_of
from graphmem.services.workflow_mining import EpisodeTrace, RecurringWorkflow, find_workflows
from graphmem.store import filing, workflows
from graphmem.store.database import Database, Transaction
from graphmem.store.procedures import key_of, live_procedure
from graphmem.store.short_ids import workflow_id

BY_SETTING = "setting"
"""Actor of decisions by the owner's setting."""

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Workflows:
    """An owner's recurring workflows and the decisions about them."""

    database: Database
    recorder: Recorder

    async def page(
        self, owner: Owner, *, first: int = 20, after: str | None = None, state: ReviewState = ReviewState.OPEN
    ) -> Page[Workflow]:
        """Workflows in a state, the last proposed first. Raises InvalidInputError."""
        return await workflows.page(self.database, owner, state, first=first, after=after)

    @audited(Verb.MINE_WORKFLOWS, lambda mined: [one.id for one in mined.proposed])
    async def mine(self, owner: Owner) -> Mined:
        """Search the latest 500 episodes with steps and an outcome, and propose recurring workflows.

        An open proposal that no longer recurs is withdrawn. If the owner's setting accepts workflows, each becomes a
        procedure at once, as a tool's word, unless its name is taken.
        """
        done = await workflows.episodes(self.database, owner)
        lived = [EpisodeTrace(one.id, one.event, one.steps, one.worked) for one in done]
        found = await asyncio.to_thread(find_workflows, lived)
        projects = {one.id: one.project for one in done}
        proposals = [_proposal(owner, one, projects) for one in found]

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            decided = [
                one
                for state in (ReviewState.ACCEPTED, ReviewState.DISMISSED)
                for one in await workflows.known_workflows(transaction, owner, state)
            ]
            new = [one for one in proposals if not any(_same(one, other) for other in decided)]
            open_ = {one.id for one in await workflows.known_workflows(transaction, owner, ReviewState.OPEN)}
            await workflows.drop(transaction, owner, sorted(open_ - {one.id for one in new}))
            await workflows.propose(transaction, owner, new, datetime.now(UTC))

        await self.database.write(work)
        if (await settings_of(self.database, owner)).of(None).accept_workflows:
            await self._accept_all(owner)
        page = await self.page(owner, first=SHOWN)
        return Mined(len(done), page.items)

    @audited(Verb.DECIDE_WORKFLOW, lambda told: [told.id, *([told.procedure] if told.procedure else [])])
    async def decide(
        self,
        owner: Owner,
        id_: str,
        verdict: Verdict,
        *,
        by: str,
        name: str | None = None,
        role: Role = Role.ASSISTANT,
    ) -> Workflow:
        """Accept a workflow, which becomes version 1 of a procedure with its counts, or dismiss it.
        A prefix of its id will do; `name` renames the procedure. Repeating a decision changes nothing.

        Raises NotFoundError, and InvalidInputError for a workflow with another decision, and for a taken name.
        """
        whole = await workflow_id(self.database, owner, id_)
        known = await workflows.get(self.database, owner, whole)
        state = DECIDED[verdict]
        if known.state is not ReviewState.OPEN:
            if known.state is not state:
                raise InvalidInputError(
                    f"Workflow {known.id} was {known.state.value} before.",
                    field="verdict",
                    remedy="A choice stands. Record or forget the procedure to change it.",
                )
            return known
        made = await self._record(owner, known, name or known.name, role) if verdict is Verdict.ACCEPT else None

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            await workflows.decide(transaction, owner, whole, state, by=by, now=datetime.now(UTC), procedure=made)

        await self.database.write(work)
        return await workflows.get(self.database, owner, whole)

    async def _record(self, owner: Owner, known: Workflow, name: str, role: Role) -> str:
        """Record the procedure and return its id."""
        there = await live_procedure(self.database, owner, key_of(name, known.project))
        if there is not None and there.steps != known.steps:
            raise InvalidInputError(
                f"There is a procedure {name[:80]!r} already.",
                field="name",
                remedy="Accept it under another name, or record its steps as the next version of that one.",
            )
        told = await self.recorder.procedure(owner, name, known.steps, role=role, project=known.project)
        return told.memory.id

    async def _accept_all(self, owner: Owner) -> None:
        for one in (await self.page(owner, first=SHOWN)).items:
            try:
                await self.decide(owner, one.id, Verdict.ACCEPT, by=BY_SETTING, role=Role.TOOL)
            except InvalidInputError:
                continue  # its name is taken, or was forgotten: a person decides


def _proposal(owner: Owner, found: RecurringWorkflow, projects: dict[str, str | None]) -> workflows.Proposal:
    of = {projects[id_] for id_ in found.episodes}
    project = of.pop() if len(of) == 1 else None
    return workflows.Proposal(
        id=digest(owner.key, "workflow", project or "", *found.shapes),
        name=found.name,
        steps=found.steps,
        marks=_marks(owner, found.shapes),
        worked=found.worked,
        failed=found.failed,
        project=project,
        episodes=found.episodes,
    )


def _marks(owner: Owner, shapes: Sequence[str]) -> tuple[str, ...]:
    return tuple(digest(owner.key, "step", shape) for shape in shapes)


def _same(one: workflows.Proposal, other: workflows.ProposedWorkflow) -> bool:
    return is_part(one.marks, other.marks) or is_part(other.marks, one.marks)
