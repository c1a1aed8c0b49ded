"""Entities: the persons and things of conversations, their facts over time, and merges with undo."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.errors import InvalidInputError
from graphmem.model import entity as model
from graphmem.model import views
from graphmem.model.interval import Interval
from graphmem.model.memory import DataSource
from graphmem.model.own_types import said
from graphmem.services.facts import Facts
from graphmem_api.context import Context, Info
from graphmem_api.schema.connections import (
    PAGE,
    After,
    Connection,
    First,
    FormerFirst,
    HowMany,
    connection,
    decoded,
    many,
    sliced,
)
from graphmem_api.schema.entity import Entity, Fact
from graphmem_api.schema.from_model import FromModel, copy_fields
from graphmem_api.schema.instant import AsOf, AsOfInput, instant
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import Failure, with_not_found

SUMMARY_LINES = 5
"""Statements of a summary at most, as its type promises."""


@strawberry.type(description="An entity that was taken for this one.")
class MergedEntity(FromModel):
    uri: str = strawberry.field(description="The address for `unmergeEntities`.")
    name: str
    score: float = strawberry.field(description="How alike they were found, 0 to 1.")
    method: str = strawberry.field(description="The rule, or manual.")
    recorded_at: datetime


@strawberry.type(description="A field of a type that the owner declared, with its value as text.")
class EntityField:
    name: str
    value: str


Timeline = Annotated[bool, argument("Former facts, too: the whole history in the order the facts began.")]


async def _facts(
    root: strawberry.Parent[EntityProfile],
    info: Info,
    timeline: Timeline = False,
    as_of: AsOf = None,
    first: First = PAGE,
    after: After = None,
) -> Connection[Fact]:
    shown = await facts_within(info.context, root, as_of, timeline=timeline)
    page = sliced(shown, lambda fact: fact.id, first, decoded("facts", after))
    return connection("facts", page, Fact.of, after, len(shown))


async def _mentions(
    root: strawberry.Parent[EntityProfile], info: Info, limit: HowMany = PAGE, first: FormerFirst = None
) -> list[Memory]:
    context = info.context
    found = await context.memory.entities.mentions(context.owner, root.uri, limit=many(limit, first))
    return [Memory.of(memory) for memory in found]


@strawberry.type(description="A statement of a summary, as it was said.")
class SummaryLine(FromModel):
    text: str
    memory: str = strawberry.field(description="Id of the memory that holds it.")
    pointer: str | None = strawberry.field(description="Of the first turn that says it; null for what stands in none.")
    since: datetime = strawberry.field(description="Since when it is true, UTC.")
    data_source: DataSource = strawberry.field(description="The source whose words it derives from.")


@strawberry.type(description="The best statements of an entity's digest, five at most, those worth most a token first.")
class EntitySummary:
    lines: list[SummaryLine]
    summarised_at: datetime | None = strawberry.field(
        default=None,
        description="Null: a summary is chosen when it is asked for.",
        deprecation_reason="Summaries are no longer stored; the lines are always up to date.",
    )


async def _summary(root: strawberry.Parent[EntityProfile], info: Info) -> EntitySummary:
    digest = await info.context.memory.owner(info.context.owner).digest(root.uri)
    return EntitySummary(lines=[SummaryLine.of(line) for line in digest.lines[:SUMMARY_LINES]])


@strawberry.type(
    description="An entity with what is stated of it and what names it. A merged one answers as the other."
)
class EntityProfile:
    uri: str = strawberry.field(description="Its address, like entity://person/ayse.")
    type: model.EntityType
    name: str
    aliases: list[str] = strawberry.field(description="Other spellings it was met under.")
    merged: list[MergedEntity] = strawberry.field(description="Entities taken for this one.")
    mention_count: int = strawberry.field(description="How many memories name it.")
    own_type: str | None = strawberry.field(description="A type that the owner declared; null for none.")
    own_type_score: float | None = strawberry.field(description="How sure that is, 0 to 1.")
    own_type_by: str | None = strawberry.field(description="The source of the type: similarity, model or person.")
    fields: list[EntityField] = strawberry.field(
        description="A person's description of it, by the fields of its own type."
    )
    history: strawberry.Private[tuple[views.Fact, ...]]
    summary: EntitySummary = strawberry.field(
        resolver=_summary,
        description="The best statements of its digest, as they were said; `digest` gives all within a budget.",
    )

    facts: Connection[Fact] = strawberry.field(
        resolver=_facts,
        description="Facts about it, at most 500 (100 with `asOf`); current ones by default.",
    )
    mentions: list[Memory] = strawberry.field(
        resolver=_mentions,
        description="Memories that name it, latest first.",
        deprecation_reason="`memories(filters: {entity: uri})` pages through them.",
    )

    @classmethod
    def of(cls, view: views.EntityView) -> EntityProfile:
        fields = [EntityField(name=name, value=said(value)) for name, value in view.fields.items()]
        return copy_fields(cls, view, mention_count=view.mentions, history=view.facts, fields=fields)


EntityPayload = Annotated[
    EntityProfile | Failure,
    union("EntityPayload", description="The entity, or why there is none. Ask `... on Problem` for why."),
]
EntityUri = Annotated[str, argument("Like entity://person/ayse.")]
Into = Annotated[str, argument("Address of an entity of the same type.")]
OfType = Annotated[model.EntityType | None, argument("Only those of this type.")]


@with_not_found()
async def entity(info: Info, uri: EntityUri) -> EntityPayload:
    return EntityProfile.of(await info.context.memory.entities.get(info.context.owner, uri))


async def entities(info: Info, type: OfType = None, limit: HowMany = PAGE, first: FormerFirst = None) -> list[Entity]:
    first = many(limit, first)
    context = info.context
    return [Entity.of(row) for row in await context.memory.entities.all(context.owner, kind=type, limit=first)]


async def all_entities(info: Info, type: OfType = None, first: First = PAGE, after: After = None) -> Connection[Entity]:
    context = info.context
    page = await context.memory.entities.page(context.owner, kind=type, first=first, after=decoded("entities", after))
    return connection("entities", page, Entity.of, after, partial(context.memory.sizes.entities, context.owner, type))


@with_not_found()
async def merge_entities(info: Info, uri: EntityUri, into: Into) -> EntityPayload:
    return EntityProfile.of(await info.context.memory.entities.merge(info.context.owner, uri, into))


@with_not_found()
async def unmerge_entities(info: Info, uri: EntityUri) -> EntityPayload:
    return EntityProfile.of(await info.context.memory.entities.unmerge(info.context.owner, uri))


async def facts_within(
    context: Context, root: EntityProfile, as_of: AsOfInput | None, *, timeline: bool
) -> list[views.Fact]:
    """The facts that hold now, or that held at the instant, or all that ever held."""
    if as_of is None:
        now = datetime.now(UTC)
        return [fact for fact in root.history if timeline or _current(fact, now)]
    if timeline:
        raise InvalidInputError(
            "timeline and asOf are both given.", field="timeline", remedy="Say `asOf: {timeline: true}` alone."
        )
    return await Facts(context.memory.database).within(context.owner, root.uri, instant(as_of))


def _current(fact: views.Fact, now: datetime) -> bool:
    return fact.retracted_at is None and Interval(fact.valid_from, fact.valid_until).holds(now)


@strawberry.input(description="A field of a type of the owner's own, with its value.")
class EntityFieldInput:
    name: str
    value: str = strawberry.field(description="As it is written: a text, a number, true or false.")


Uri = Annotated[str, argument("Its address, like entity://item/menemen.")]
OfOwnType = Annotated[str | None, argument("A declared type; null: it is of none.")]
Given = Annotated[list[EntityFieldInput] | None, argument("All of its fields.")]


@with_not_found()
async def _describe(info: Info, uri: Uri, own_type: OfOwnType = None, fields: Given = None) -> EntityPayload:
    told = {field.name: field.value for field in fields or ()}
    entities = info.context.memory.entities
    return EntityProfile.of(await entities.describe(info.context.owner, uri, own_type, told))


@strawberry.type
class OwnTypesMutation:
    describe_entity: EntityPayload = strawberry.mutation(
        resolver=_describe,
        description="Say which of the owner's own types an entity is of, with its fields; no reading changes it again.",
    )
