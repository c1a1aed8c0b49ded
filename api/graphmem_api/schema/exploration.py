"""Graph walks: causal chains, neighbours, entities as of an instant, timelines, standing context."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model import exploration as model
from graphmem.model.question import CausalDirection
from graphmem.services.retrieval.options import BUDGET
from graphmem_api.context import Info
from graphmem_api.schema.arguments import FilePath, MemoryId, OfProject
from graphmem_api.schema.connections import MOST, PAGE, FormerFirst, HowMany, many
from graphmem_api.schema.entity import Fact
from graphmem_api.schema.entity_profile import EntityProfile
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.instant import AsOf, instant
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found
from graphmem_api.schema.recall import PathStep

strawberry.enum(CausalDirection, description="Back to CAUSES, or forth to EFFECTS.")
strawberry.enum(
    model.LinkType,
    description="A link from one memory to another: a relation between them, or MENTIONS where both name one entity.",
)
strawberry.enum(
    model.Layer,
    description="The layer of an entry of a standing context: A always matters (policies, architecture and "
    "preferences of high priority), B is used, C are procedures that help with the task.",
)


@strawberry.type(description="One or two edges from a memory back to its causes or forth to its effects.")
class CausalChain:
    start: Memory
    end: Memory = strawberry.field(description="The memory at the end of the chain.")
    direction: CausalDirection = strawberry.field(description="Whether `end` is a cause or an effect of `start`.")
    steps: list[PathStep] = strawberry.field(description="The edges from `start` to `end`, at most two.")
    confidence: float = strawberry.field(description="Product of the steps' confidences, 0 to 1.")

    @classmethod
    def of(cls, chain: model.CausalChain) -> CausalChain:
        return copy_fields(cls, chain, direction=CausalDirection.CAUSES if chain.back else CausalDirection.EFFECTS)


@strawberry.type(description="Causal chains, the shortest and surest first.")
class CausalChains:
    chains: list[CausalChain]


@strawberry.type(description="A memory that hangs together with the one asked about.")
class RelatedMemory(FromModel):
    memory: Memory
    hops: int = strawberry.field(description="Links between the two, 1 to 4.")
    path: list[PathStep] = strawberry.field(description="The surest of the shortest ways, from the one asked about.")
    confidence: float = strawberry.field(description="Product of the steps' confidences, 0 to 1.")


@strawberry.type(description="The neighbours of a memory, the nearest and then the surest first.")
class RelatedMemories:
    memories: list[RelatedMemory]


@strawberry.type(description="An entity with what held of it at the instant asked for.")
class EntityAsOf(FromModel):
    entity: EntityProfile = strawberry.field(description="As it is known today, with all of its facts.")
    facts: list[Fact] = strawberry.field(description="The facts that held then, in the order they began, at most 100.")
    memories: list[Memory] = strawberry.field(
        description="The memories that held then and name it, the most useful and then the weightiest first."
    )


@strawberry.type(description="Something that began to be true.")
class TimelineEvent(FromModel):
    at: datetime = strawberry.field(description="Since when it is true, UTC.")
    until: datetime | None = strawberry.field(description="Until when; null while it lasts.")
    kind: str = strawberry.field(description="The category of a memory, or fact.")
    text: str
    id: str = strawberry.field(description="Of the memory or the fact.")
    replaced_by: str | None = strawberry.field(description="Id of the memory that took its place, if one did.")


@strawberry.type(description="The history of an entity, in the order its facts and memories began.")
class Timeline:
    events: list[TimelineEvent]


@strawberry.type(description="A memory in a standing context.")
class ActivationEntry:
    layer: model.Layer
    memory: Memory
    score: float = strawberry.field(description="Compares only within one layer.")
    tokens: int = strawberry.field(description="Tokens of its line, about.")
    pointers: list[str] = strawberry.field(description="Of the turns it derives from, where it stands word for word.")

    @classmethod
    def of(cls, entry: model.Entry) -> ActivationEntry:
        return copy_fields(cls, entry, pointers=list(entry.sources))


@strawberry.type(description="A memory that did not fit into the budget, or is too unsure to stand always.")
class DroppedEntry(FromModel):
    layer: model.Layer
    memory: Memory
    reason: str = strawberry.field(
        description="Its cost and the tokens that were left, or the confidence of its source."
    )


@strawberry.type(description="The standing context of an agent under a token budget.")
class Activation(FromModel):
    text: str = strawberry.field(description="The block for a prompt, escaped; empty when nothing is worth it.")
    tokens: int = strawberry.field(description="Of the block, about.")
    budget: int
    entries: list[ActivationEntry] = strawberry.field(description="In the order of the block, layer by layer.")
    dropped: list[DroppedEntry] = strawberry.field(
        description="Memories that did not fit, each whole, with the reason."
    )


CausalChainPayload = Annotated[
    CausalChains | Failure, union("CausalChainPayload", description="The chains, or why there are none.")
]
RelatedPayload = Annotated[
    RelatedMemories | Failure, union("RelatedPayload", description="The neighbours, or why there are none.")
]
EntityAsOfPayload = Annotated[
    EntityAsOf | Failure, union("EntityAsOfPayload", description="The entity, or why there is none.")
]
TimelinePayload = Annotated[
    Timeline | Failure, union("TimelinePayload", description="The timeline, or why there is none.")
]
ActivationPayload = Annotated[
    Activation | InvalidInput, union("ActivationPayload", description="The context, or what is wrong with the budget.")
]
Before = Annotated[datetime | None, argument("Only entries that began before this time.")]
Budget = Annotated[int, argument("Tokens, 1 to 20,000.")]
Direction = Annotated[CausalDirection | None, argument("Both ways when missing.")]
EntityName = Annotated[str, argument("Its address, like entity://person/ayse, its name or another spelling.")]
From = Annotated[datetime | None, argument("Only entries that began at this time or later, like 2026-05-08.")]
Hops = Annotated[int, argument("How many links away at the most, 1 to 4.")]
KnownAt = Annotated[datetime | None, argument("As it was known then; now when missing.")]
LinkTypes = Annotated[list[model.LinkType] | None, argument("Only over such links; all when missing.")]
MemoryIds = Annotated[list[str], argument("Of memories, as `recall` and `memories` give them.")]
ShownSession = Annotated[
    str | None, argument("A session: what stands here is not shown again by its recallFor, unless it changed.")
]
Task = Annotated[str, argument("The agent's next task; finds procedures for it.")]


@with_not_found()
async def causal_chain(
    info: Info,
    ids: MemoryIds,
    direction: Direction = None,
    as_of: AsOf = None,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> CausalChainPayload:
    first = many(limit, first)
    explorer, when = info.context.memory.explorer, instant(as_of)
    chains = await explorer.causal_chain(info.context.owner, ids, direction=direction, as_of=when, limit=first)
    return CausalChains(chains=[CausalChain.of(chain) for chain in chains])


@with_not_found()
async def related(
    info: Info,
    id: MemoryId,
    hops: Hops = 1,
    types: LinkTypes = None,
    as_of: AsOf = None,
    limit: HowMany = PAGE,
    first: FormerFirst = None,
) -> RelatedPayload:
    first = many(limit, first)
    wanted = tuple(model.LinkType) if types is None else tuple(types)
    found = await info.context.memory.explorer.related(
        info.context.owner, id, hops=hops, types=wanted, as_of=instant(as_of), limit=first
    )
    return RelatedMemories(memories=[RelatedMemory.of(one) for one in found])


@with_not_found()
async def entity_profile(
    info: Info, name: EntityName, as_of: AsOf = None, limit: HowMany = PAGE, first: FormerFirst = None
) -> EntityAsOfPayload:
    first = many(limit, first)
    explorer, when = info.context.memory.explorer, instant(as_of)
    return EntityAsOf.of(await explorer.profile(info.context.owner, name, as_of=when, limit=first))


@with_not_found()
async def timeline(
    info: Info,
    name: EntityName,
    after: From = None,
    before: Before = None,
    known_at: KnownAt = None,
    limit: HowMany = MOST,
    first: FormerFirst = None,
) -> TimelinePayload:
    first = many(limit, first)
    events = await info.context.memory.explorer.timeline(
        info.context.owner, name, after=after, before=before, known_at=known_at, limit=first
    )
    return Timeline(events=[TimelineEvent.of(event) for event in events])


@with_invalid_input()
async def activate(
    info: Info,
    task: Task = "",
    path: FilePath = None,
    project: OfProject = None,
    session: ShownSession = None,
    budget: Budget = BUDGET,
) -> ActivationPayload:
    found = await info.context.memory.activator.activate(
        info.context.owner, task, path=path, project=project, session=session, budget=budget
    )
    return Activation.of(found)
