"""Workflows: recurring steps of episodes, found, listed and decided; part of `Query` and `Mutation`."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model.review import ReviewState, Verdict
from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import Failure, InvalidInput, require_id, with_invalid_input, with_not_found
from graphmem_api.schema.procedure import Episode

BY = "api"

strawberry.enum(ReviewState, name="DecisionState", description="Whether something was decided, and how.")


@strawberry.type(description="Steps that recur in episodes which turned out well, proposed as a procedure.")
class Workflow(FromModel):
    id: str = strawberry.field(description="The id for `decideWorkflow`; its start will do.")
    name: str = strawberry.field(description="The name of the procedure when it is accepted.")
    steps: list[str] = strawberry.field(description="In their order; what differed each time stands as <file>, <name>.")
    worked: int = strawberry.field(description="Episodes that hold all steps and turned out well.")
    failed: int = strawberry.field(description="Episodes that hold all steps and turned out badly.")
    share: float = strawberry.field(description="The share of success that is expected of it, 0 to 1.")
    state: ReviewState
    project: str | None = strawberry.field(description="The project that all of its episodes are of, if there is one.")
    episodes: list[Episode] = strawberry.field(description="The latest of those it was found in, twenty at the most.")
    procedure: str | None = strawberry.field(description="Id of the memory of the procedure that it became.")
    proposed_at: datetime
    decided_at: datetime | None
    decided_by: str | None = strawberry.field(description="Through what it was decided: api, page, setting …")


@strawberry.type(description="The result of a search for workflows.")
class MinedWorkflows(FromModel):
    read: int = strawberry.field(description="Episodes that were searched.")
    proposed: list[Workflow] = strawberry.field(description="The open proposals, fifty at the most.")


MineWorkflowsPayload = Annotated[
    MinedWorkflows | InvalidInput,
    union("MineWorkflowsPayload", description="The result, or the reason for none."),
]
DecideWorkflowPayload = Annotated[
    Workflow | Failure, union("DecideWorkflowPayload", description="The workflow as it was decided, or why it was not.")
]
State = Annotated[ReviewState, argument("Open workflows, or decided ones.")]
WorkflowId = Annotated[str, argument("As `workflows` gives it, or 12 digits or more of its start.")]
Choice = Annotated[Verdict, argument("ACCEPT makes a procedure of it, DISMISS keeps it away.")]
Name = Annotated[str | None, argument("Another name for the procedure.")]


async def _workflows(
    info: Info, state: State = ReviewState.OPEN, first: First = PAGE, after: After = None
) -> Connection[Workflow]:
    context = info.context
    position = decoded("workflows", after)
    page = await context.memory.workflows.page(context.owner, first=first, after=position, state=state)
    count = partial(context.memory.sizes.workflows, context.owner, state)
    return connection("workflows", page, Workflow.of, after, count)


@with_invalid_input()
async def _mine(info: Info) -> MineWorkflowsPayload:
    return MinedWorkflows.of(await info.context.memory.workflows.mine(info.context.owner))


@with_not_found()
async def _decide(info: Info, id: WorkflowId, verdict: Choice, name: Name = None) -> DecideWorkflowPayload:
    workflows = info.context.memory.workflows
    return Workflow.of(await workflows.decide(info.context.owner, require_id(id), verdict, by=BY, name=name))


@strawberry.type
class WorkflowQuery:
    workflows: Connection[Workflow] = strawberry.field(
        resolver=_workflows,
        description="Steps that recur in episodes with success, the last found first; `decideWorkflow` decides.",
    )


@strawberry.type
class WorkflowMutation:
    mine_workflows: MineWorkflowsPayload = strawberry.mutation(
        resolver=_mine,
        description="Search the latest episodes for steps that recur with success, and propose them. A scheduled dream "
        "does it, too.",
    )
    decide_workflow: DecideWorkflowPayload = strawberry.mutation(
        resolver=_decide,
        description="Accept a workflow, which becomes version 1 of a procedure with its counts, or dismiss it.",
    )
