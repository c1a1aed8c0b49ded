"""What waits for a review before a recall returns it."""

from __future__ import annotations

from typing import Annotated

import strawberry

from graphmem.model.review import Verdict
from graphmem_api.context import Context
from graphmem_api.schema.memory import Memory
from graphmem_api.schema.problems import InvalidInput, NotFound, named
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


async def held(context: Context, limit: int) -> list[Memory]:
    """What waits of the owner's memories."""
    page = await context.memory.memories.quarantine.page(context.owner, first=limit)
    return [Memory.of(one) for one in page.items]


async def reviewed(context: Context, id_: str, verdict: Verdict) -> DecidedQuarantine:
    """The memory, decided about."""
    whole = await context.memory.memories.quarantine.decide(context.owner, named(id_), verdict, by=BY)
    return DecidedQuarantine(memory=whole, verdict=verdict)
