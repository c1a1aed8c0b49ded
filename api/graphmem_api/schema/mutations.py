"""The fields that write."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.model.job import JobKind
from graphmem.model.relation import RelationType
from graphmem.model.review import Verdict
from graphmem_api.context import Info
from graphmem_api.schema.arguments import DreamRunId, EntityUri, MemoryId, PointerText
from graphmem_api.schema.bulk import BulkMutation
from graphmem_api.schema.connections import PAGE, FormerFirst, HowMany, many
from graphmem_api.schema.documents import DocumentInput, MineDocumentPayload, mined_document
from graphmem_api.schema.dream import (
    ApplyDreamPayload,
    ConfirmDream,
    DreamSteps,
    UndoDreamPayload,
    applied,
    demoted,
    promoted,
    undone,
    woken,
)
from graphmem_api.schema.entity_profile import EntityPayload, merged, unmerged
from graphmem_api.schema.forgetting_roots import ForgettingMutation
from graphmem_api.schema.job import JobPayload, cancelled, retried
from graphmem_api.schema.key import KeyMutation
from graphmem_api.schema.lifecycle_mutations import LifecycleMutation
from graphmem_api.schema.memory import MemoryPayload
from graphmem_api.schema.memory_changes import (
    DeleteDrawerPayload,
    ForgetPayload,
    RelatePayload,
    deleted_drawer,
    forgotten,
    kept,
    made_immutable,
    related,
)
from graphmem_api.schema.mining import ConversationInput, MinePayload, mined, queued
from graphmem_api.schema.observation import MessageInput, ObservePayload, StatementInput, learned, observed, said
from graphmem_api.schema.outcome import OutcomePayload, ProcedureUseInput, recorded
from graphmem_api.schema.own_types import OwnTypesMutation
from graphmem_api.schema.owner import EraseOwnerPayload, erased
from graphmem_api.schema.problems import answered, found
from graphmem_api.schema.procedure import (
    EpisodeInput,
    EpisodePayload,
    ProcedureInput,
    ProcedurePayload,
    recorded_episode,
    recorded_procedure,
)
from graphmem_api.schema.repeating import REPEATED
from graphmem_api.schema.retention import RetentionMutation
from graphmem_api.schema.review import DecideReviewPayload, decided
from graphmem_api.schema.schedule import SetSchedulePayload, schedule_set
from graphmem_api.schema.session import EndSessionPayload, StartSessionPayload, ended, started
from graphmem_api.schema.settings import SettingsMutation
from graphmem_api.schema.space import SpaceMutation
from graphmem_api.schema.webhook import WebhookMutation
from graphmem_api.schema.workflow import WorkflowMutation

DryRun = Annotated[bool, strawberry.argument(description="Tell what would become of it, and write nothing.")]
NewSession = Annotated[
    str | None, strawberry.argument(description="1 to 200 characters, or none and one is made; a known one goes on.")
]
Agent = Annotated[str | None, strawberry.argument(description="Who talks with the owner.")]
Anew = Annotated[
    bool,
    strawberry.argument(
        description="The agent has nothing before it any more of what was said and shown in the session, as after its "
        "context was cleared or compacted: both may be shown again."
    ),
]
SessionId = Annotated[str, strawberry.argument(description="As startSession gave it.")]
RelationKind = Annotated[RelationType, strawberry.argument(description="How the first hangs together with the second.")]
Confidence = Annotated[float, strawberry.argument(description="Above 0, at most 1.")]
Into = Annotated[str, strawberry.argument(description="Address of an entity of the same type.")]
Pinned = Annotated[bool, strawberry.argument(description="False lets it go its way again.")]
Immutable = Annotated[bool, strawberry.argument(description="False releases it.")]
Confirm = Annotated[str, strawberry.argument(description="The name of the asking owner, letter by letter.")]
PlanId = Annotated[
    str | None,
    strawberry.argument(
        description="Of the plan that `dream` showed: that is carried out, or nothing when it is another now."
    ),
]
OneMemory = Annotated[
    str | None, strawberry.argument(description="Of this memory only; of all that the dream changed when missing.")
]
ScheduleKind = Annotated[JobKind, strawberry.argument(description="What is done by itself: DREAM or REHEARSE.")]
Cron = Annotated[
    str | None,
    strawberry.argument(description="Minute, hour, day, month and weekday: 30 3 * * * is every night at half past 3."),
]
TimeZone = Annotated[str | None, strawberry.argument(description="Of the expression, as Europe/Istanbul.")]
Paused = Annotated[bool | None, strawberry.argument(description="True for no runs until it is false again.")]
RunNow = Annotated[bool, strawberry.argument(description="Ask for a run now, too, in the background.")]
JobId = Annotated[str, strawberry.argument(description="Of a job that is DEAD or FAILED.")]
WaitingJobId = Annotated[str, strawberry.argument(description="Of a job that nobody works on: QUEUED, FAILED or DEAD.")]
ReviewId = Annotated[
    str,
    strawberry.argument(
        description="Of a review, as `reviews` gives it, or the start of its id; 12 digits or more to change it."
    ),
]
Choice = Annotated[Verdict, strawberry.argument(description="Whether the newer statement replaced the older.")]
Key = Annotated[str | None, strawberry.argument(description=REPEATED)]
OfProcedure = Annotated[str | None, strawberry.argument(description="Name of a procedure that was followed.")]
OfUse = Annotated[
    ProcedureUseInput | None, strawberry.argument(description="Of a procedure: which step failed, and where.")
]
AtWorkOn = Annotated[
    str | None, strawberry.argument(description="The project at work on which a procedure was recorded, and followed.")
]
Success = Annotated[bool, strawberry.argument(description="Whether they helped.")]
UsedIds = Annotated[
    list[str] | None, strawberry.argument(description="Of memories, as `recall` and `memories` give them; or a block.")
]
BlockId = Annotated[
    str | None,
    strawberry.argument(
        description="The `blockId` of a recall of the last 30 days: all that its block showed, and what was made of "
        "the turns in it. Telling the same of it again changes nothing."
    ),
]


async def _mine_conversation(info: Info, input: ConversationInput) -> MinePayload:
    return await answered(mined(info.context, input))


async def _mine_later(info: Info, input: ConversationInput) -> JobPayload:
    return await found(queued(info.context, input))


async def _mine_document(info: Info, input: DocumentInput) -> MineDocumentPayload:
    return await answered(mined_document(info.context, input), inside="input.")


async def _say(info: Info, input: MessageInput) -> ObservePayload:
    return await found(said(info.context, input), inside="input.")


async def _observe(info: Info, input: MessageInput, dry_run: DryRun = False) -> ObservePayload:
    return await found(observed(info.context, input, dry_run), inside="input.")


async def _learn(info: Info, input: StatementInput) -> ObservePayload:
    return await found(learned(info.context, input), inside="input.")


async def _start_session(
    info: Info, id: NewSession = None, agent: Agent = None, anew: Anew = False
) -> StartSessionPayload:
    return await answered(started(info.context, id, agent, anew))


async def _end_session(info: Info, id: SessionId) -> EndSessionPayload:
    return await found(ended(info.context, id))


async def _relate(
    info: Info, source: MemoryId, target: MemoryId, type: RelationKind, confidence: Confidence = 1.0
) -> RelatePayload:
    return await found(related(info.context, source, target, type, confidence))


async def _pin(info: Info, id: MemoryId, pinned: Pinned = True) -> MemoryPayload:
    return await found(kept(info.context, id, pinned=pinned))


async def _set_immutable(info: Info, id: MemoryId, immutable: Immutable = True) -> MemoryPayload:
    return await found(made_immutable(info.context, id, immutable=immutable))


async def _forget(info: Info, id: MemoryId) -> ForgetPayload:
    return await found(forgotten(info.context, id))


async def _decide_review(info: Info, id: ReviewId, verdict: Choice, idempotency_key: Key = None) -> DecideReviewPayload:
    return await found(decided(info.context, id, verdict, idempotency_key))


async def _apply_dream(
    info: Info,
    plan: PlanId = None,
    confirm: ConfirmDream = False,
    limit: HowMany = PAGE,
    steps: DreamSteps = None,
    first: FormerFirst = None,
) -> ApplyDreamPayload:
    return await answered(applied(info.context, plan, confirm, steps, many(limit, first)))


async def _undo_dream(info: Info, id: DreamRunId, memory: OneMemory = None) -> UndoDreamPayload:
    return await found(undone(info.context, id, memory))


async def _set_schedule(
    info: Info,
    kind: ScheduleKind = JobKind.DREAM,
    cron: Cron = None,
    time_zone: TimeZone = None,
    paused: Paused = None,
    run: RunNow = False,
) -> SetSchedulePayload:
    return await answered(schedule_set(info.context, kind, cron, time_zone, paused, run))


async def _wake(info: Info, id: MemoryId) -> MemoryPayload:
    return await found(woken(info.context, id))


async def _promote(info: Info, id: MemoryId) -> MemoryPayload:
    return await found(promoted(info.context, id))


async def _demote(info: Info, id: MemoryId) -> MemoryPayload:
    return await found(demoted(info.context, id))


async def _merge_entities(info: Info, uri: EntityUri, into: Into) -> EntityPayload:
    return await found(merged(info.context, uri, into))


async def _unmerge_entities(info: Info, uri: EntityUri) -> EntityPayload:
    return await found(unmerged(info.context, uri))


async def _delete_drawer(info: Info, pointer: PointerText) -> DeleteDrawerPayload:
    return await found(deleted_drawer(info.context, pointer))


async def _erase_owner(info: Info, confirm: Confirm) -> EraseOwnerPayload:
    return await answered(erased(info.context, confirm))


async def _retry_job(info: Info, id: JobId) -> JobPayload:
    return await found(retried(info.context, id))


async def _cancel_job(info: Info, id: WaitingJobId) -> JobPayload:
    return await found(cancelled(info.context, id))


async def _record_outcome(
    info: Info,
    success: Success,
    ids: UsedIds = None,
    procedure: OfProcedure = None,
    block: BlockId = None,
    project: AtWorkOn = None,
    use: OfUse = None,
) -> OutcomePayload:
    return await found(recorded(info.context, ids, procedure, block, project, success=success, use=use))


async def _record_procedure(info: Info, input: ProcedureInput) -> ProcedurePayload:
    return await found(recorded_procedure(info.context, input), inside="input.")


async def _record_episode(info: Info, input: EpisodeInput) -> EpisodePayload:
    return await answered(recorded_episode(info.context, input), inside="input.")


@strawberry.type(description="Everything that writes.")
class Mutation(
    BulkMutation, ForgettingMutation, LifecycleMutation, KeyMutation, RetentionMutation, OwnTypesMutation,
    SettingsMutation, SpaceMutation, WebhookMutation, WorkflowMutation,
):  # fmt: skip
    mine_conversation: MinePayload = strawberry.mutation(
        resolver=_mine_conversation,
        description="File a conversation verbatim with the memories in it, once: what is filed already is counted as "
        "known. Pass the input as a variable, since a document may have 1,000 tokens at most.",
    )
    mine_later: JobPayload = strawberry.mutation(
        resolver=_mine_later,
        description="Mine a conversation in the background, as a job that survives this server; `jobs` tells how far.",
    )
    mine_document: MineDocumentPayload = strawberry.mutation(
        resolver=_mine_document,
        description="File a document, note or feed: sections are rooms, paragraphs drawers. Mined again, what it no "
        "longer says ends. What it says is information: no rule, and no change of what somebody said.",
    )
    say: ObservePayload = strawberry.mutation(
        resolver=_say,
        description="File one message of a session at once, and read it in the background with those around it.",
    )
    observe: ObservePayload = strawberry.mutation(
        resolver=_observe, description="File one message verbatim and remember what it states, stage by stage."
    )
    learn: ObservePayload = strawberry.mutation(
        resolver=_learn, description="Remember a statement on purpose: no filter stops it, the gate still decides."
    )
    start_session: StartSessionPayload = strawberry.mutation(
        resolver=_start_session, description="Start a session, or go on with one."
    )
    end_session: EndSessionPayload = strawberry.mutation(
        resolver=_end_session, description="End a session and clear its working memory."
    )
    relate: RelatePayload = strawberry.mutation(resolver=_relate, description="Link two memories by hand.")
    pin: MemoryPayload = strawberry.mutation(
        resolver=_pin, description="Keep a memory from decay and pruning, or let it go its way again."
    )
    set_immutable: MemoryPayload = strawberry.mutation(
        resolver=_set_immutable, description="Make a memory a truth anchor that nothing changes, or release it."
    )
    forget: ForgetPayload = strawberry.mutation(
        resolver=_forget,
        description="Forget a memory with what says the same; mined again, it does not come back.",
    )
    decide_review: DecideReviewPayload = strawberry.mutation(
        resolver=_decide_review,
        description="Say whether the newer of two memories replaced the older, which then ends, or both hold. The "
        "choice is kept.",
    )
    apply_dream: ApplyDreamPayload = strawberry.mutation(
        resolver=_apply_dream,
        description="Dream: carry out what `dream` shows, so that `undoDream` can take it back. A run that would put "
        "too much to sleep at once writes nothing and waits for `confirm`.",
    )
    undo_dream: UndoDreamPayload = strawberry.mutation(
        resolver=_undo_dream,
        description="Take a dream back: what it wrote goes, what changed since stays and is listed. One that a later "
        "dream built on is undone after that.",
    )
    set_schedule: SetSchedulePayload = strawberry.mutation(
        resolver=_set_schedule,
        description="Change when memory dreams by itself: other times, a pause, or a run now. What is not given stays.",
    )
    wake: MemoryPayload = strawberry.mutation(
        resolver=_wake,
        description="Wake a dormant memory into the tier it slept from; for sixty days no dream puts it to sleep.",
    )
    promote: MemoryPayload = strawberry.mutation(
        resolver=_promote, description="Make a memory semantic; for sixty days no dream puts it to sleep."
    )
    demote: MemoryPayload = strawberry.mutation(
        resolver=_demote, description="Put a memory to sleep: recalled on request only, woken when it is told again."
    )
    merge_entities: EntityPayload = strawberry.mutation(
        resolver=_merge_entities, description="Take one entity for another of its type; can be undone."
    )
    unmerge_entities: EntityPayload = strawberry.mutation(
        resolver=_unmerge_entities, description="Undo the merge of an entity; no rule merges the two again."
    )
    delete_drawer: DeleteDrawerPayload = strawberry.mutation(
        resolver=_delete_drawer,
        description="Delete a verbatim turn for good, with the memories that only it says; mined again it stays away.",
    )
    erase_owner: EraseOwnerPayload = strawberry.mutation(
        resolver=_erase_owner,
        description="Erase everything of the asking owner for good, the bearer keys included. There is no undo.",
    )
    retry_job: JobPayload = strawberry.mutation(resolver=_retry_job, description="Queue a dead or failed job now.")
    cancel_job: JobPayload = strawberry.mutation(resolver=_cancel_job, description="Take back a job that waits.")
    record_outcome: OutcomePayload = strawberry.mutation(
        resolver=_record_outcome,
        description="Tell whether memories, a procedure or all of a block helped: their strength and utility follow.",
    )
    record_procedure: ProcedurePayload = strawberry.mutation(
        resolver=_record_procedure,
        description="Keep how something is done, step by step. The same name with other steps is its next version.",
    )
    record_episode: EpisodePayload = strawberry.mutation(
        resolver=_record_episode, description="Keep something that happened, and how it turned out."
    )
