"""Dreams: the plan of the next, the changes of the past ones, undoing them; and moves between tiers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem.model import dream as model
from graphmem.model import memory
from graphmem_api.context import Context, Info
from graphmem_api.schema.arguments import MemoryId
from graphmem_api.schema.connections import (
    MOST,
    PAGE,
    After,
    Connection,
    First,
    FormerFirst,
    HowMany,
    connection,
    decoded,
    many,
)
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.global_id import Node
from graphmem_api.schema.life import DiaryLine, diary_of
from graphmem_api.schema.memory import MemoryDetail, MemoryPayload
from graphmem_api.schema.problems import Failure, InvalidInput, require_id, with_invalid_input, with_not_found

BY = "api"

strawberry.enum(
    model.Step,
    name="DreamStep",
    description="EXPIRY: what held for a time only sleeps when that is over. PROMOTION: what was told or useful again "
    "and again becomes semantic. MERGE: of two that say the same one sleeps. THEMES, SUMMARIES: lists of what was said "
    "of one thing, or best supported of a category, are made or sleep; a chat model tells them in sentences that cite. "
    "PATTERNS: what recurs in three conversations, or a chat model infers, is noted as such. SLEEP: what is worth "
    "least, and nothing depends on, sleeps. REHEARSAL: what would hardly come to mind fades more slowly; no part of a "
    "dream of which no steps are named.",
)
strawberry.enum(
    model.RunState,
    name="DreamState",
    description="HELD wrote nothing and waits for `applyDream(confirm: true)`; RUNNING, when "
    "its process is gone, becomes APPLIED as far as it came.",
)


@strawberry.type(
    description="How many live memories a tier has. Of DORMANT those count, too, "
    "whose time is over: what ends is put to sleep."
)
class TierCount:
    tier: memory.Tier
    memories: int


@strawberry.type(description="Memories that a step passed over, by one reason.")
class DreamSkip:
    why: str
    memories: int

    @classmethod
    def entry(cls, why: str, memories: int) -> DreamSkip:
        return cls(why=why, memories=memories)


@strawberry.type(description="The changes of one step of a dream, made or planned.")
class DreamStepReport(FromModel):
    step: model.Step
    looked: int
    changed: int
    skipped: list[DreamSkip]


@strawberry.type(description="A field of a memory before a dream and after it.")
class DreamField:
    field: str = strawberry.field(description="tier, sub_tier, merged_into, stability or rehearsed_at.")
    before: str = strawberry.field(description="The tier `none` is that of a memory before a dream makes it.")
    after: str


@strawberry.type(description="A field that held something else by now when its change was to be undone; it was left.")
class DreamConflict(FromModel):
    memory: str = strawberry.field(description="Id of the memory.")
    field: str
    written: str = strawberry.field(description="The value that the dream wrote.")
    found: str = strawberry.field(description="The present value.")


@strawberry.type(description="A dream's change of one memory, made or planned, with its rule and evidence.")
class DreamChange:
    memory: str = strawberry.field(description="Id of the memory.")
    text: str
    step: model.Step
    rules: list[str]
    evidence: list[str]
    fields: list[DreamField]
    undone_at: datetime | None = strawberry.field(
        description="When it was taken back, as far as it had not changed since; null while it stands."
    )
    conflicts: list[DreamConflict]

    @classmethod
    def planned(cls, change: model.Change) -> DreamChange:
        fields = _fields(change.before, change.after)
        return copy_fields(cls, change, rules=[change.rule], fields=fields, undone_at=None, conflicts=[])

    @classmethod
    def made(cls, change: model.Changed) -> DreamChange:
        return copy_fields(cls, change, fields=_fields(change.before, change.after))


@strawberry.type(description="The changes that a dream would make now; nothing is written.")
class DreamPlan:
    id: str = strawberry.field(description="The id for `applyDream`, which then carries out this plan or nothing.")
    at: datetime
    awake: int = strawberry.field(description="Memories that are awake.")
    sleeping: int = strawberry.field(description="How many of them would go to sleep.")
    total: int = strawberry.field(description="How many memories it would change.")
    brake: str | None = strawberry.field(description="Why it would wait for a confirmation; null when it would not.")
    steps: list[DreamStepReport]
    changes: list[DreamChange] = strawberry.field(description="The first of them.")

    @classmethod
    def of(cls, plan: model.Plan, first: int) -> DreamPlan:
        shown = [DreamChange.planned(change) for change in plan.changes[:first]]
        return copy_fields(cls, plan, total=len(plan.changes), changes=shown)


@strawberry.type(description="Questions about the owner's own memories that were asked before a dream and after it.")
class DreamProbe:
    asked: int
    answered_before: int = strawberry.field(description="How many found their answer before it.")
    answered_after: int


@strawberry.type(description="A dream that was carried out, or waits for a confirmation.")
class DreamRun(Node):
    id: strawberry.ID = strawberry.field(description="The id for `dreamRun` and `undoDream`; its start will do.")
    number: int = strawberry.field(description="Counts the owner's runs from 1.")
    state: model.RunState
    at: datetime
    ended_at: datetime | None
    by: str = strawberry.field(
        description="Through what it was asked for: api, page, command line, library or schedule."
    )
    awake: int = strawberry.field(description="Memories that were awake before it.")
    planned: int = strawberry.field(description="Memories it was to change.")
    changed: int
    slept: int = strawberry.field(description="How many of them it put to sleep.")
    undone: int = strawberry.field(description="Of how many of them something was taken back.")
    brake: str | None = strawberry.field(description="Why it waited for a confirmation, or would have.")
    probe: DreamProbe
    taken_back: str | None = strawberry.field(description="Why it was undone by itself; null where it was not.")
    folded_at: datetime | None = strawberry.field(
        description="Since when, ninety days on, single changes are known no more and none can be undone; else null."
    )
    steps: list[DreamStepReport]

    @classmethod
    def of(cls, run: model.DreamRun) -> DreamRun:
        return copy_fields(
            cls,
            run,
            probe=DreamProbe(asked=run.asked, answered_before=run.answered_before, answered_after=run.answered_after),
        )


@strawberry.type(description="A dream with what it changed.")
class DreamRunDetail:
    run: DreamRun
    diary: list[DiaryLine] = strawberry.field(description="A diary of its changes with reasons, in sentences.")
    changes: Connection[DreamChange]


@strawberry.type(description="The result of a plan.")
class AppliedDream:
    plan: DreamPlan
    run: DreamRun | None = strawberry.field(
        description="Null where there was nothing to change, or nothing was to be carried out."
    )


@strawberry.type(description="The undone part of a dream.")
class UndoneDream(FromModel):
    run: DreamRun
    memories: int
    conflicts: list[DreamConflict]


ConfirmDream = Annotated[bool, argument("True carries out what a brake would stop; look at `brake` of the plan first.")]
DreamSteps = Annotated[
    list[model.Step] | None, argument("Only these; all but REHEARSAL when missing. Of a plan that of `dream` again.")
]
Apply = Annotated[bool, argument("True carries it out; else the plan is shown and nothing is written.")]
ShownPlan = Annotated[
    str | None, argument("Id of the plan that this showed: that is carried out, or nothing when it changed.")
]
_HOW = "Dry unless `apply`; brakes, `dreamRuns` and `undoDream` are those of a dream."

DreamPlanPayload = Annotated[
    DreamPlan | InvalidInput, union("DreamPlanPayload", description="The plan, or why there is none.")
]
DreamRunPayload = Annotated[
    DreamRunDetail | Failure, union("DreamRunPayload", description="The run, or why it is not shown.")
]
ApplyDreamPayload = Annotated[
    AppliedDream | InvalidInput,
    union("ApplyDreamPayload", description="The result of the plan, or the reason why nothing was done."),
]
UndoDreamPayload = Annotated[
    UndoneDream | Failure,
    union("UndoDreamPayload", description="The undone part, or the reason why nothing was undone."),
]
DreamRunId = Annotated[
    str, argument("Of a dream, as `dreamRuns` gives it, or the start of its id; 12 digits or more to change it.")
]
OneMemory = Annotated[str | None, argument("Of this memory only; of all that the dream changed when missing.")]
PlanId = Annotated[
    str | None, argument("Of the plan that `dream` showed: that is carried out, or nothing when it is another now.")
]


@with_invalid_input()
async def dream(
    info: Info, limit: HowMany = PAGE, steps: DreamSteps = None, first: FormerFirst = None
) -> DreamPlanPayload:
    first = many(limit, first)
    _check(first)
    return DreamPlan.of(await info.context.memory.dreams.plan(info.context.owner, steps=_steps(steps)), first)


@with_invalid_input()
async def apply_dream(
    info: Info,
    plan: PlanId = None,
    confirm: ConfirmDream = False,
    limit: HowMany = PAGE,
    steps: DreamSteps = None,
    first: FormerFirst = None,
) -> ApplyDreamPayload:
    first = many(limit, first)
    return await some_steps(info.context, _steps(steps), True, plan, confirm, first)


async def some_steps(
    context: Context, steps: Collection[model.Step], apply: bool, plan: str | None, confirm: bool, first: int
) -> AppliedDream:
    """A dream of these steps, shown or carried out."""
    _check(first)
    done = await context.memory.dreams.of(context.owner, steps, by=BY, apply=apply, plan=plan, confirm=confirm)
    run = None if done.run is None else DreamRun.of(done.run)
    return AppliedDream(plan=DreamPlan.of(done.plan, first), run=run)


@with_not_found()
async def undo_dream(info: Info, id: DreamRunId, memory: OneMemory = None) -> UndoDreamPayload:
    told = await info.context.memory.dreams.undo(
        info.context.owner, require_id(id), memory=None if memory is None else require_id(memory, "memory")
    )
    return UndoneDream.of(told)


async def dream_runs(info: Info, first: First = PAGE, after: After = None) -> Connection[DreamRun]:
    context = info.context
    page = await context.memory.dreams.runs(context.owner, first=first, after=decoded("dreamRuns", after))
    return connection("dreamRuns", page, DreamRun.of, after, partial(context.memory.sizes.dream_runs, context.owner))


@with_not_found()
async def dream_run(info: Info, id: DreamRunId, first: First = PAGE, after: After = None) -> DreamRunPayload:
    dreams = info.context.memory.dreams
    run = await dreams.run(info.context.owner, id)
    page = await dreams.changes(info.context.owner, run.id, first=first, after=decoded("dreamChanges", after))
    told = await diary_of(info.context, run.id)
    count = partial(info.context.memory.sizes.dream_changes, info.context.owner, run.id)
    shown = connection("dreamChanges", page, DreamChange.made, after, count)
    return DreamRunDetail(run=DreamRun.of(run), diary=told, changes=shown)


async def tiers(info: Info) -> list[TierCount]:
    found = await info.context.memory.dreams.tiers(info.context.owner)
    return [TierCount(tier=tier, memories=count) for tier, count in found.items()]


@with_not_found()
async def wake(info: Info, id: MemoryId) -> MemoryPayload:
    return MemoryDetail.of(await info.context.memory.dreams.wake(info.context.owner, require_id(id)))


@with_not_found()
async def promote(info: Info, id: MemoryId) -> MemoryPayload:
    return MemoryDetail.of(await info.context.memory.dreams.promote(info.context.owner, require_id(id)))


@with_not_found()
async def demote(info: Info, id: MemoryId) -> MemoryPayload:
    return MemoryDetail.of(await info.context.memory.dreams.demote(info.context.owner, require_id(id)))


def _check(first: int) -> None:
    if not 1 <= first <= MOST:
        raise InvalidInputError(f"limit is {first}.", field="limit", remedy=f"Ask for 1 to {MOST} changes.")


def _steps(given: list[model.Step] | None) -> Collection[model.Step]:
    return model.WHOLE if given is None else given


def _fields(before: Mapping[str, str], after: Mapping[str, str]) -> list[DreamField]:
    """The differing fields, by name."""
    changed = sorted(name for name in after if before[name] != after[name])
    return [DreamField(field=name, before=before[name], after=after[name]) for name in changed]


def _of_steps(steps: Collection[model.Step]) -> Callable[..., Awaitable[ApplyDreamPayload]]:
    """A resolver for a dream of these steps."""

    @with_invalid_input()
    async def some(
        info: Info,
        apply: Apply = False,
        plan: ShownPlan = None,
        confirm: ConfirmDream = False,
        limit: HowMany = PAGE,
        first: FormerFirst = None,
    ) -> ApplyDreamPayload:
        return await some_steps(info.context, steps, apply, plan, confirm, many(limit, first))

    return some


@strawberry.type
class LifecycleMutation:
    rehearse: ApplyDreamPayload = strawberry.mutation(
        resolver=_of_steps(model.REHEARSING),
        description="Go over the memories, at most fifty, whose retention fell below 0.3: their stability grows by "
        f"half and they fade more slowly. It counts as no use of them. {_HOW}",
    )
    consolidate: ApplyDreamPayload = strawberry.mutation(
        resolver=_of_steps(model.CONSOLIDATING),
        description="List what was said of one thing (themes), and what is best supported of each category of ten "
        f"statements or more (summaries), in the words it was said in. {_HOW}",
    )
    compact: ApplyDreamPayload = strawberry.mutation(
        resolver=_of_steps(model.COMPACTING),
        description="Of two memories that say the same one goes to sleep and points to the other. Indexes keep "
        "themselves; what lacks its vector, and is found by words alone, is asked to get one in the background when "
        f"this is applied. {_HOW}",
    )
