"""A dream's diary and a memory's life, in sentences for people."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry
from strawberry import union

from graphmem.model import diary as model
from graphmem_api.context import Context, Info
from graphmem_api.schema.arguments import MemoryId
from graphmem_api.schema.from_model import FromModel
from graphmem_api.schema.problems import Failure, with_not_found

strawberry.enum(model.LifeKind, description="A kind of event in a memory's life.")


@strawberry.type(description="A memory that a sentence is about.")
class PointedMemory(FromModel):
    id: str
    text: str
    pointer: str | None = strawberry.field(description="A turn that says it; null for one that was learned on purpose.")


@strawberry.type(description="A sentence of a dream's diary, in the language of what it is about.")
class DiaryLine(FromModel):
    sentence: str
    count: int = strawberry.field(description="How many memories it is about; 0 for one about the dream.")
    memories: list[PointedMemory] = strawberry.field(description="The first three of them.")


@strawberry.type(description="One thing that happened to a memory.")
class LifeEvent(FromModel):
    at: datetime
    kind: model.LifeKind
    sentence: str
    pointer: str | None = strawberry.field(description="The turn that said it.")
    memory: str | None = strawberry.field(description="Id of another memory that is meant.")
    dream: str | None = strawberry.field(description="Id of the dream that did it, for `dreamRun`.")
    rule: str | None = strawberry.field(description="By which rule.")
    evidence: list[str] = strawberry.field(description="The evidence.")


@strawberry.type(description="The life of a memory, first to last.")
class MemoryLife(FromModel):
    memory: str = strawberry.field(description="Its id.")
    text: str
    events: list[LifeEvent]
    told: int = strawberry.field(description="How many turns say it.")
    accesses: int = strawberry.field(description="How often it was used.")
    questions: int = strawberry.field(description="In how many different questions it was shown.")
    question_days: int = strawberry.field(description="On how many days.")


MemoryLifePayload = Annotated[
    MemoryLife | Failure, union("MemoryLifePayload", description="The life of the memory, or why it is not told.")
]


@with_not_found()
async def why(info: Info, id: MemoryId) -> MemoryLifePayload:
    return MemoryLife.of(await info.context.memory.diary.life(info.context.owner, id))


async def diary_of(context: Context, run: str) -> list[DiaryLine]:
    """The diary of one of the owner's dreams."""
    return [DiaryLine.of(line) for line in await context.memory.diary.of(context.owner, run)]
