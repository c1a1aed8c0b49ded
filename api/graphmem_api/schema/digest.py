"""What is worth knowing of an entity or a room, in few tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.model.digest import DIGEST_BUDGET
from graphmem_api.context import Info
from graphmem_api.schema.copied import Copied
from graphmem_api.schema.problems import InvalidInput, NotFound, found


@strawberry.type(description="A statement of a digest, as it was said.")
class DigestLine(Copied):
    memory: str = strawberry.field(description="Id of the memory that holds it.")
    text: str
    pointer: str | None = strawberry.field(description="Of the first turn that says it; null for what stands in none.")
    since: datetime = strawberry.field(description="Since when it is true, UTC.")


@strawberry.type(description="What is worth knowing of an entity or a room, chosen within a budget of tokens.")
class Digest(Copied):
    about: str = strawberry.field(description="The entity's address, or the room's pointer.")
    title: str
    text: str = strawberry.field(description="The block for a prompt, with dates and pointers; empty for nothing.")
    tokens: int
    budget: int
    lines: list[DigestLine] = strawberry.field(description="Its statements, those worth most a token first.")
    left_out: int = strawberry.field(description="How many more statements are known.")


DigestPayload = Annotated[
    Digest | NotFound | InvalidInput,
    strawberry.union("DigestPayload", description="The digest, or why there is none."),
]
Named = Annotated[
    str,
    strawberry.argument(description="An entity's address or name, or a room by its pointer, like W-001/R-02."),
]
Budget = Annotated[int, strawberry.argument(description="Tokens that it may take, 1 to 20,000.")]


@found()
async def _digest(info: Info, name: Named, budget: Budget = DIGEST_BUDGET) -> DigestPayload:
    return Digest.of(await info.context.memory.owner(info.context.owner).digest(name, budget=budget))


@strawberry.type
class DigestQuery:
    digest: DigestPayload = strawberry.field(
        resolver=_digest,
        description="What is worth knowing of somebody or something, or of a room, word for word within a budget.",
    )
