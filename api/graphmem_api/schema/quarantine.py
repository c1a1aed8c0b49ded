"""What waits for a review before a recall returns it."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.model.review import Verdict
from graphmem_api.context import Info
from graphmem_api.schema.arguments import MemoryId
from graphmem_api.schema.connections import PAGE, HowMany, many
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import InvalidInput, NotFound, found, named
from graphmem_api.schema.review import BY

Choice = Annotated[
    Verdict, strawberry.argument(description="ACCEPT: recalls find it from now on. DISMISS: it is forgotten.")
]


@strawberry.type(description="What became of a memory that was held.")
class DecidedQuarantine:
    memory: str = strawberry.field(description="Its whole id.")
    verdict: Verdict


DecideQuarantinePayload = Annotated[
    DecidedQuarantine | NotFound | InvalidInput,
    strawberry.union("DecideQuarantinePayload", description="What was decided, or why nothing was."),
]


async def quarantine(info: Info, limit: HowMany = PAGE) -> list[Memory]:
    limit = many(limit, None)
    page = await info.context.memory.memories.quarantine.page(info.context.owner, first=limit)
    return [Memory.of(one) for one in page.items]


@found()
async def decide_quarantine(info: Info, id: MemoryId, verdict: Choice) -> DecideQuarantinePayload:
    whole = await info.context.memory.memories.quarantine.decide(info.context.owner, named(id), verdict, by=BY)
    return DecidedQuarantine(memory=whole, verdict=verdict)
