"""Memories: single statements, in lists and one by one with their sources, relations and history."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, cast

import strawberry
from strawberry import argument, union

from graphmem.cognition import decay
from graphmem.model import memory as model
from graphmem.model import views
from graphmem.model.category import Category, Priority
from graphmem.model.relation import RelationType
from graphmem.services.memories import MemoryFilters
from graphmem.services.prospective import next_time
from graphmem_api.context import Info
from graphmem_api.schema.arguments import MemoryId
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.entity import Entity, Fact
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.global_id import Node
from graphmem_api.schema.instant import AsOf, instant
from graphmem_api.schema.problems import Failure, with_not_found

strawberry.enum(
    RelationType,
    description="How two memories hang together. A cause CAUSES its effect, the newer SUPERSEDES the older, the detail "
    "ELABORATES what it details; the other three have no direction.",
)
strawberry.enum(Category, description="The kind of statement that a memory is; dreams make THEME, PATTERN and SUMMARY.")
strawberry.enum(Priority, description="How much a memory wants to be in an agent's context.")
strawberry.enum(model.Tier, description="The tier of a memory; DORMANT ones are recalled only on request.")
strawberry.enum(model.SubTier, description="A finer place within the tier, which scales how easily it is recalled.")
strawberry.enum(model.WriteSource, description="Which part of graphmem made a memory.")
strawberry.enum(model.DataSource, description="The source whose words a memory derives from.")
strawberry.enum(model.TemporalType, description="Whether a statement holds until further notice, runs out, or recurs.")


@strawberry.type(description="A stretch of a turn, counted in Unicode characters from 0; the end is not part of it.")
class Quote(FromModel):
    drawer: str = strawberry.field(description="The turn's id.")
    start: int
    end: int


@strawberry.type(description="The present strengths of a memory; the stored ones were set at its last use.")
class MemoryStrength(FromModel):
    retention: float = strawberry.field(description="Chance 0 to 1 that it comes to mind: (1 + days / 9 stability)^-2.")
    retention_fsrs6: float = strawberry.field(description="The same by FSRS-6's own curve.")
    importance: float = strawberry.field(description="0 to 1, after the loss of its category.")
    utility: float = strawberry.field(description="0 to 1; goes to 0.5 where nobody says more.")
    on_the_tip: bool = strawberry.field(description="Whether it was known well and hardly comes to mind now.")
    fades_at: datetime = strawberry.field(description="When its retention falls to a half if nobody uses it.")


async def _sources(root: strawberry.Parent[Memory], info: Info) -> list[MemorySource]:
    return [MemorySource.of(source) for source in await info.context.around.sources.load(root.id)]


async def _relations(root: strawberry.Parent[Memory], info: Info) -> list[MemoryRelation]:
    return [MemoryRelation.of(link) for link in await info.context.around.links.load(root.id)]


async def _versions(root: strawberry.Parent[Memory], info: Info) -> list[MemoryVersion]:
    return [MemoryVersion.of(version) for version in await info.context.around.versions.load(root.id)]


async def _tier_history(root: strawberry.Parent[Memory], info: Info) -> list[TierStay]:
    return [TierStay.of(spell) for spell in await info.context.around.tiers.load(root.id)]


async def _entities(root: strawberry.Parent[Memory], info: Info) -> list[Entity]:
    return [Entity.of(row) for row in await info.context.around.entities.load(root.id)]


async def _facts(root: strawberry.Parent[Memory], info: Info) -> list[Fact]:
    return [Fact.of(fact) for fact in await info.context.around.facts.load(root.id)]


@strawberry.type(description="One statement derived from what was said, with everything that decides its life.")
class Memory(Node):
    id: strawberry.ID = strawberry.field(description="32 hex digits; what `pin`, `forget` and `relate` take.")
    text: str = strawberry.field(
        description="`Speaker: words as they were said`, with days and names that they mean behind them in brackets; "
        "what a person wrote stands as written."
    )
    quote: Quote | None = strawberry.field(description="The place of its words; null for a text that a person wrote.")
    category: Category
    priority: Priority
    tier: model.Tier
    sub_tier: model.SubTier
    importance: float = strawberry.field(description="0 to 1.")
    utility: float = strawberry.field(description="How often it helped, 0 to 1; 0.5 when nobody said.")
    stability: float = strawberry.field(description="Days until it fades; grows with every use.")
    storage_strength: float = strawberry.field(description="1 to 10; never decays.")
    access_count: int
    emotions: list[str] = strawberry.field(description="Three labels, strongest first.")
    valence: float = strawberry.field(description="-1 to 1.")
    arousal: float = strawberry.field(description="0 to 1.")
    flashbulb: bool = strawberry.field(description="Whether it was said so strongly that it stays.")
    pinned: bool = strawberry.field(description="Whether it is kept from decay and pruning.")
    immutable: bool = strawberry.field(description="Whether no later statement may change it.")
    captured: bool = strawberry.field(description="Whether an important memory soon after it made it stronger.")
    foresight: bool = strawberry.field(description="Whether it is about the future.")
    lesson: str = strawberry.field(description="The lesson: an instruction for agents from now on.")
    source_confidence: float = strawberry.field(description="How sure the reading is, 0 to 1.")
    write_source: model.WriteSource
    data_source: model.DataSource
    language: str = strawberry.field(description="en or tr.")
    speaker: str = strawberry.field(description="The speaker.")
    scope: list[str] = strawberry.field(description="File globs it is limited to; none means everywhere.")
    project: str | None = strawberry.field(
        description="The project at work on which it was told, as a slug; null means it concerns all of them."
    )
    temporal_type: model.TemporalType
    recurrence: str | None = strawberry.field(
        description="When it comes again and again: DTSTART, RRULE and EXDATE of RFC 5545, in the speaker's own time."
    )
    next_occurrence: date | None = strawberry.field(
        description="The day on which it comes next, today included; null for what does not recur, names no day or is "
        "over."
    )
    valid_from: datetime = strawberry.field(description="Since when it is true, UTC.")
    valid_until: datetime | None = strawberry.field(description="Until when; null while it is still true.")
    recorded_at: datetime = strawberry.field(description="Since when it is known here.")
    retracted_at: datetime | None = strawberry.field(description="Until when it was believed; null while it is.")
    last_accessed_at: datetime
    embedded: bool = strawberry.field(description="Whether it can be found by meaning, not only by its words.")
    strength: MemoryStrength = strawberry.field(description="Its present strengths.")
    success_count: int = strawberry.field(description="How often a use of it was reported to have turned out well.")
    failure_count: int = strawberry.field(description="How often badly.")
    sources: list[MemorySource] = strawberry.field(
        resolver=_sources, description="The turns that say it, the earliest first; at most fifty, as of all around it."
    )
    relations: list[MemoryRelation] = strawberry.field(
        resolver=_relations, description="Its relations, the surest first."
    )
    entities: list[Entity] = strawberry.field(resolver=_entities, description="The entities that it names.")
    facts: list[Fact] = strawberry.field(resolver=_facts, description="The facts that were read from it.")
    versions: list[MemoryVersion] = strawberry.field(
        resolver=_versions, description="Its former texts, the oldest first."
    )
    tier_history: list[TierStay] = strawberry.field(
        resolver=_tier_history, description="Its stays in tiers, first to last."
    )

    @classmethod
    def of(cls, memory: model.Memory) -> Memory:
        now = datetime.now(UTC)
        strength = MemoryStrength.of(decay.strength(memory, now))
        return copy_fields(cls, memory, strength=strength, next_occurrence=next_time(memory, now))


@strawberry.type(description="A turn that a memory derives from.")
class MemorySource(FromModel):
    pointer: str = strawberry.field(description="Cites the turn for good; `drawer(pointer)` shows it.")
    text: str = strawberry.field(description="The words of the turn, verbatim.")
    speaker: str
    said_at: datetime | None


@strawberry.type(description="A relation seen from one of its two memories.")
class MemoryLink:
    type: str = strawberry.field(description="SUPERSEDES, CONTRADICTS, CAUSES, ELABORATES, SAME_ENTITY or RELATED_TO.")
    outgoing: bool = strawberry.field(description="Whether it runs from this memory to the other one.")
    confidence: float = strawberry.field(description="0 to 1.")
    detected_by: str = strawberry.field(description="The rule, model or manual.")
    valid_from: datetime
    memory: str = strawberry.field(description="Id of the other memory.")
    text: str = strawberry.field(description="The text of the other memory.")

    @classmethod
    def of(cls, link: views.Link) -> MemoryLink:
        return copy_fields(cls, link, memory=link.id)


async def _other(root: strawberry.Parent[MemoryRelation], info: Info) -> Memory | None:
    found = await info.context.around.memories.load(root.other_id)
    return None if found is None else Memory.of(found)


@strawberry.type(description="A relation seen from one of its two memories, with the other one.")
class MemoryRelation:
    type: RelationType
    outgoing: bool = strawberry.field(description="Whether it runs from this memory to the other one.")
    confidence: float = strawberry.field(description="0 to 1.")
    detected_by: str = strawberry.field(description="The rule, model or manual.")
    valid_from: datetime
    other_id: strawberry.Private[str]
    memory: Memory | None = strawberry.field(resolver=_other, description="The other memory.")

    @classmethod
    def of(cls, link: views.Link) -> MemoryRelation:
        return copy_fields(cls, link, other_id=link.id)


@strawberry.type(description="A memory's stay in a tier.")
class TierStay(FromModel):
    tier: model.Tier
    since: datetime
    until: datetime | None = strawberry.field(description="Null while it lasts.")
    reason: str


@strawberry.type(description="A former version of a memory, with its time: another text, or another end.")
class MemoryVersion(FromModel):
    id: str
    text: str
    valid_until: datetime | None = strawberry.field(description="Null when no end was known.")
    recorded_at: datetime
    retracted_at: datetime


@strawberry.type(description="A memory's stay in a tier.")
class TierSpell(FromModel):
    tier: str
    since: datetime
    until: datetime | None = strawberry.field(description="Null while it lasts.")
    reason: str


@strawberry.type(description="Somebody or something that a memory names.")
class NamedEntity(FromModel):
    uri: str = strawberry.field(description="Like entity://person/ayse; `entity(uri)` shows it.")
    type: str
    name: str


@strawberry.type(description="A memory with where it came from, what it is linked to and what became of it.")
class MemoryDetail(FromModel):
    memory: Memory
    sources: list[MemorySource] = strawberry.field(description="The turns that say it, in order.")
    relations: list[MemoryLink] = strawberry.field(
        description="To other memories, at most 100, surest first.",
        deprecation_reason="`memory { relations }` has the other memories themselves.",
    )
    versions: list[MemoryVersion] = strawberry.field(description="Its former versions, oldest first.")
    tiers: list[TierSpell] = strawberry.field(
        description="Its stays in tiers, first to last.",
        deprecation_reason="`memory { tierHistory }` has them by enum.",
    )
    entities: list[NamedEntity] = strawberry.field(
        description="The entities that it names.",
        deprecation_reason="`memory { entities }` has the entities themselves.",
    )


MemoryPayload = Annotated[
    MemoryDetail | Failure,
    union("MemoryPayload", description="The memory, or why there is none. Ask `... on Problem` for why."),
]


@strawberry.input(description="Which memories; what is not given filters nothing.")
class MemoryFilter:
    category: Category | None = None
    tier: model.Tier | None = None
    entity: str | None = strawberry.field(default=None, description="Only what names the entity of this address.")
    session: str | None = strawberry.field(default=None, description="Only what was said in this session.")
    speaker: str | None = strawberry.field(
        default=None, description="Only what this speaker said, spelt as `speaker` of a memory."
    )
    said_from: datetime | None = strawberry.field(default=None, description="Only what was said then or later.")
    said_until: datetime | None = strawberry.field(default=None, description="Only what was said before.")
    recorded_from: datetime | None = strawberry.field(
        default=None, description="Only what is known since then or later."
    )
    recorded_until: datetime | None = strawberry.field(default=None, description="Only what was known before.")
    live: bool = strawberry.field(
        default=True, description="Only what is true and believed now, or at `asOf`; false lists all there ever was."
    )


def wanted_of(given: MemoryFilter | None) -> MemoryFilters:
    """The filters of a request in the service's form."""
    return cast(MemoryFilters, vars(given or MemoryFilter()))


Filters = Annotated[MemoryFilter | None, argument("Which ones; what is true now when missing.")]


@with_not_found()
async def memory(info: Info, id: MemoryId) -> MemoryPayload:
    return MemoryDetail.of(await info.context.memory.memories.get(info.context.owner, id))


async def memories(
    info: Info, filters: Filters = None, as_of: AsOf = None, first: First = PAGE, after: After = None
) -> Connection[Memory]:
    service, owner = info.context.memory.memories, info.context.owner
    wanted: MemoryFilters = {**wanted_of(filters), "as_of": instant(as_of)}
    page = await service.page(owner, first=first, after=decoded("memories", after), **wanted)
    return connection("memories", page, Memory.of, after, lambda: service.count(owner, **wanted))
