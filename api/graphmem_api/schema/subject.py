"""Reports about an entity: all data of a person, or a digest within a budget of tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import argument, union

from graphmem.model.category import Category
from graphmem.model.digest import DIGEST_BUDGET
from graphmem.model.entity import EntityType
from graphmem.model.memory import DataSource, Tier
from graphmem.model.transcript import Role
from graphmem_api.context import Info
from graphmem_api.schema.entity import Fact
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found


@strawberry.type(description="An entity that goes by the name.")
class SubjectEntity(FromModel):
    uri: str
    type: EntityType
    name: str
    aliases: list[str] = strawberry.field(description="Its other spellings, and those of entities merged into it.")


@strawberry.type(description="A memory that names the person.")
class SubjectMemory(FromModel):
    id: str
    text: str
    category: Category
    tier: Tier
    speaker: str
    data_source: DataSource = strawberry.field(description="The source whose words it derives from.")
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    retracted_at: datetime | None
    former: list[str] = strawberry.field(description="Its former texts.")
    turns: list[str] = strawberry.field(description="Pointers of at most fifty turns that say it.")


@strawberry.type(description="A relation of a memory that names the person.")
class SubjectRelation(FromModel):
    memory: str = strawberry.field(description="Id of the memory that names the person.")
    type: str
    outgoing: bool
    other: str = strawberry.field(description="Id of the memory at the other end.")
    text: str = strawberry.field(description="Text of the other memory.")
    valid_from: datetime


@strawberry.type(description="A turn, word for word, that names the person or is theirs.")
class SubjectTurn(FromModel):
    id: str
    pointer: str
    text: str
    speaker: str
    role: Role
    said_at: datetime | None


@strawberry.type(description="Numbers of items of each kind.")
class SubjectCounts(FromModel):
    entities: int
    memories: int
    facts: int
    relations: int
    turns: int
    withheld: int = strawberry.field(description="Forgotten memories; the report holds nothing else of them.")


@strawberry.type(description="The data about the person in one memory.")
class SubjectPart(FromModel):
    space: str | None = strawberry.field(description="Id of a space that the owner may read; null for their own.")
    title: str | None
    counts: SubjectCounts
    entities: list[SubjectEntity]
    memories: list[SubjectMemory]
    facts: list[Fact]
    relations: list[SubjectRelation]
    turns: list[SubjectTurn]


@strawberry.type(description="Everything that is stored about a named person.")
class SubjectReport(FromModel):
    name: str
    at: datetime
    counts: SubjectCounts = strawberry.field(description="Counts of everything, also beyond the lists' limits.")
    is_cut: bool = strawberry.field(description="Whether a list leaves something out: ask with a higher `limit`.")
    parts: list[SubjectPart] = strawberry.field(description="The own memory first, then spaces that hold something.")


SubjectReportPayload = Annotated[
    SubjectReport | InvalidInput,
    union("SubjectReportPayload", description="The report, or what is wrong with the name."),
]
Subject = Annotated[str, argument("Its address, like entity://person/ayse, or its name.")]
Most = Annotated[int, argument("How many of each kind at most, 1 to 10,000; the counts are of all.")]


@with_invalid_input()
async def _report(info: Info, name: Subject, limit: Most = 1_000) -> SubjectReportPayload:
    return SubjectReport.of(await info.context.memory.owner(info.context.owner).report(name, limit=limit))


@strawberry.type
class SubjectQuery:
    subject_report: SubjectReportPayload = strawberry.field(
        resolver=_report,
        description="Everything that is stored about a named person, in the own memory and in spaces that may be read.",
    )


@strawberry.type(description="A statement of a digest, as it was said.")
class DigestLine(FromModel):
    memory: str = strawberry.field(description="Id of the memory that holds it.")
    text: str
    pointer: str | None = strawberry.field(description="Pointer of the first turn that says it; null without a turn.")
    since: datetime = strawberry.field(description="Since when it is true, UTC.")


@strawberry.type(description="A digest of an entity or a room, chosen within a budget of tokens.")
class Digest(FromModel):
    about: str = strawberry.field(description="The entity's address, or the room's pointer.")
    title: str
    text: str = strawberry.field(description="The block for a prompt, with dates and pointers; empty for nothing.")
    tokens: int
    budget: int
    lines: list[DigestLine] = strawberry.field(description="Its statements, the most valuable per token first.")
    left_out: int = strawberry.field(description="How many more statements are known.")


DigestPayload = Annotated[Digest | Failure, union("DigestPayload", description="The digest, or why there is none.")]
Named = Annotated[str, argument("An entity's address or name, or a room by its pointer, like W-001/R-02.")]
Budget = Annotated[int, argument("Tokens that it may take, 1 to 20,000.")]


@with_not_found()
async def _digest(info: Info, name: Named, budget: Budget = DIGEST_BUDGET) -> DigestPayload:
    return Digest.of(await info.context.memory.owner(info.context.owner).digest(name, budget=budget))


@strawberry.type
class DigestQuery:
    digest: DigestPayload = strawberry.field(
        resolver=_digest,
        description="A digest of an entity or a room, word for word within a budget.",
    )
