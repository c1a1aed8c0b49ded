"""Health: the state of each part, and the size of the memory."""

from __future__ import annotations

import asyncio

import strawberry

from graphmem_api.context import Context, Info
from graphmem_api.schema.from_model import FromModel


@strawberry.type(description="The embedder, which makes the vectors.")
class EmbedderInfo:
    model: str
    dimensions: int


@strawberry.type(description="Sums of embedding since this process started.")
class EmbeddingUsage(FromModel):
    source: str
    model: str
    calls: int
    texts: int
    tokens: int


@strawberry.type(
    description="The operator's limits on the asking owner's memory and requests of a day; null for any number."
)
class OwnerQuota:
    texts: int | None = strawberry.field(description="Turns.")
    characters: float | None = strawberry.field(description="Characters of all turns.")
    requests: int | None = strawberry.field(description="Requests of a day, by all keys of the owner together.")


@strawberry.type(description="The state of each part, and the size of the asking owner's memory.")
class Health:
    server_version: str = strawberry.field(description="Of Neo4j; empty when it does not answer.")
    schema_ok: bool = strawberry.field(description="Whether every index and constraint is there and online.")
    schema_problem: str | None = strawberry.field(description="Problems of the schema.")
    embedder: EmbedderInfo
    worker_running: bool = strawberry.field(
        description="Whether this server does the background work; after a failure it is started again by itself."
    )
    wings: int
    drawers: int = strawberry.field(description="Turns remembered.")
    characters: float = strawberry.field(description="Characters of these turns.")
    quota: OwnerQuota
    pending_embeddings: int = strawberry.field(description="Turns that are found by their words only, for now.")
    usage: list[EmbeddingUsage] | None = strawberry.field(
        description="Totals of this process, all owners together; therefore null for who comes with a key."
    )


async def health(info: Info) -> Health:
    memory = info.context.memory
    ready, counts, (held, most) = await asyncio.gather(
        memory.readiness(), memory.counts(owner=info.context.owner), memory.owner_settings.quotas.of(info.context.owner)
    )
    return Health(
        server_version=ready.version,
        schema_ok=ready.schema,
        schema_problem=None if ready.schema else ready.reason or None,
        worker_running=bool(ready.worker),
        embedder=EmbedderInfo(model=memory.embedder.model, dimensions=memory.embedder.dimensions),
        wings=counts.wings,
        drawers=counts.drawers,
        characters=held.characters,
        quota=OwnerQuota(texts=most.texts or None, characters=most.characters or None, requests=most.requests or None),
        pending_embeddings=counts.pending,
        usage=_usage(info.context) if info.context.local else None,
    )


def _usage(context: Context) -> list[EmbeddingUsage]:
    return [EmbeddingUsage.of(total) for total in context.memory.usage.totals.values()]
