"""The root fields that write."""

from __future__ import annotations

import strawberry

from graphmem_api.schema.bulk import BulkMutation
from graphmem_api.schema.documents import MineDocumentPayload, mine_document
from graphmem_api.schema.dream import (
    ApplyDreamPayload,
    LifecycleMutation,
    UndoDreamPayload,
    apply_dream,
    demote,
    promote,
    undo_dream,
    wake,
)
from graphmem_api.schema.entity_profile import EntityPayload, OwnTypesMutation, merge_entities, unmerge_entities
from graphmem_api.schema.forgetting_roots import ForgettingMutation
from graphmem_api.schema.job import JobPayload, cancel_job, retry_job
from graphmem_api.schema.key import KeyMutation
from graphmem_api.schema.memory import MemoryPayload
from graphmem_api.schema.memory_changes import (
    DeleteDrawerPayload,
    ForgetPayload,
    RelatePayload,
    delete_drawer,
    forget,
    pin,
    relate,
    set_immutable,
)
from graphmem_api.schema.mining import MinePayload, mine_conversation, mine_later
from graphmem_api.schema.observation import ObservePayload, learn, observe, say
from graphmem_api.schema.outcome import OutcomePayload, record_outcome
from graphmem_api.schema.owner import EraseOwnerPayload, erase_owner
from graphmem_api.schema.procedure import EpisodePayload, ProcedurePayload, record_episode, record_procedure
from graphmem_api.schema.retention import RetentionMutation
from graphmem_api.schema.review import DecideReviewPayload, decide_review
from graphmem_api.schema.schedule import SetSchedulePayload, set_schedule
from graphmem_api.schema.session import EndSessionPayload, StartSessionPayload, end_session, start_session
from graphmem_api.schema.settings import SettingsMutation
from graphmem_api.schema.space import SpaceMutation
from graphmem_api.schema.webhook import WebhookMutation
from graphmem_api.schema.workflow import WorkflowMutation


@strawberry.type(description="Everything that writes.")
class Mutation(
    BulkMutation, ForgettingMutation, LifecycleMutation, KeyMutation, RetentionMutation, OwnTypesMutation,
    SettingsMutation, SpaceMutation, WebhookMutation, WorkflowMutation,
):  # fmt: skip
    mine_conversation: MinePayload = strawberry.mutation(
        resolver=mine_conversation,
        description="File a conversation verbatim with the memories in it, once: what is filed already is counted as "
        "known. Pass the input as a variable, since a document may have 1,000 tokens at most.",
    )
    mine_later: JobPayload = strawberry.mutation(
        resolver=mine_later,
        description="Mine a conversation in the background, as a job that survives this server; `jobs` tells how far.",
    )
    mine_document: MineDocumentPayload = strawberry.mutation(
        resolver=mine_document,
        description="File a document, note or feed: sections are rooms, paragraphs drawers. Mined again, what it no "
        "longer says ends. What it says is information: no rule, and no change of what somebody said.",
    )
    say: ObservePayload = strawberry.mutation(
        resolver=say,
        description="File one message of a session at once, and read it in the background with those around it.",
    )
    observe: ObservePayload = strawberry.mutation(
        resolver=observe, description="File one message verbatim and remember what it states, stage by stage."
    )
    learn: ObservePayload = strawberry.mutation(
        resolver=learn, description="Remember a statement on purpose: no filter stops it, the gate still decides."
    )
    start_session: StartSessionPayload = strawberry.mutation(
        resolver=start_session, description="Start a session, or go on with one."
    )
    end_session: EndSessionPayload = strawberry.mutation(
        resolver=end_session, description="End a session and clear its working memory."
    )
    relate: RelatePayload = strawberry.mutation(resolver=relate, description="Link two memories by hand.")
    pin: MemoryPayload = strawberry.mutation(
        resolver=pin, description="Keep a memory from decay and pruning, or let it go its way again."
    )
    set_immutable: MemoryPayload = strawberry.mutation(
        resolver=set_immutable, description="Make a memory a truth anchor that nothing changes, or release it."
    )
    forget: ForgetPayload = strawberry.mutation(
        resolver=forget, description="Forget a memory with what says the same; mined again, it does not come back."
    )
    decide_review: DecideReviewPayload = strawberry.mutation(
        resolver=decide_review,
        description="Say whether the newer of two memories replaced the older, which then ends, or both hold. The "
        "choice is kept.",
    )
    apply_dream: ApplyDreamPayload = strawberry.mutation(
        resolver=apply_dream,
        description="Dream: carry out what `dream` shows, so that `undoDream` can take it back. A run that would put "
        "too much to sleep at once writes nothing and waits for `confirm`.",
    )
    undo_dream: UndoDreamPayload = strawberry.mutation(
        resolver=undo_dream,
        description="Take a dream back: what it wrote goes, what changed since stays and is listed. One that a later "
        "dream built on is undone after that.",
    )
    set_schedule: SetSchedulePayload = strawberry.mutation(
        resolver=set_schedule,
        description="Change when memory dreams by itself: other times, a pause, or a run now. What is not given stays.",
    )
    wake: MemoryPayload = strawberry.mutation(
        resolver=wake,
        description="Wake a dormant memory into the tier it slept from; for sixty days no dream puts it to sleep.",
    )
    promote: MemoryPayload = strawberry.mutation(
        resolver=promote, description="Make a memory semantic; for sixty days no dream puts it to sleep."
    )
    demote: MemoryPayload = strawberry.mutation(
        resolver=demote, description="Put a memory to sleep: recalled on request only, woken when it is told again."
    )
    merge_entities: EntityPayload = strawberry.mutation(
        resolver=merge_entities, description="Take one entity for another of its type; can be undone."
    )
    unmerge_entities: EntityPayload = strawberry.mutation(
        resolver=unmerge_entities, description="Undo the merge of an entity; no rule merges the two again."
    )
    delete_drawer: DeleteDrawerPayload = strawberry.mutation(
        resolver=delete_drawer,
        description="Delete a verbatim turn for good, with the memories that only it says; mined again it stays away.",
    )
    erase_owner: EraseOwnerPayload = strawberry.mutation(
        resolver=erase_owner,
        description="Erase everything of the asking owner for good, the bearer keys included. There is no undo.",
    )
    retry_job: JobPayload = strawberry.mutation(resolver=retry_job, description="Queue a dead or failed job now.")
    cancel_job: JobPayload = strawberry.mutation(resolver=cancel_job, description="Take back a job that waits.")
    record_outcome: OutcomePayload = strawberry.mutation(
        resolver=record_outcome,
        description="Tell whether memories, a procedure or all of a block helped: their strength and utility follow.",
    )
    record_procedure: ProcedurePayload = strawberry.mutation(
        resolver=record_procedure,
        description="Keep how something is done, step by step. The same name with other steps is its next version.",
    )
    record_episode: EpisodePayload = strawberry.mutation(
        resolver=record_episode, description="Keep something that happened, and how it turned out."
    )
