"""Lookup of an object by its id, and the asking owner."""

from __future__ import annotations

from typing import Annotated

import strawberry
from strawberry import argument

from graphmem.errors import InvalidInputError
from graphmem.model import access as model
from graphmem_api.context import Context, Info
from graphmem_api.schema.dream import DreamRun
from graphmem_api.schema.entity import Entity
from graphmem_api.schema.global_id import Node
from graphmem_api.schema.job import Job
from graphmem_api.schema.key import ApiKey
from graphmem_api.schema.memory import Memory

GlobalId = Annotated[strawberry.ID, argument("The whole `id` of a memory, job or dream, or an entity's address.")]


@strawberry.type(description="The asking owner and key.")
class Viewer:
    owner: str = strawberry.field(description="The owner whose memory it is.")
    local: bool = strawberry.field(description="Whether this machine's own user asks, without an issued key.")
    key: ApiKey | None = strawberry.field(description="The key; null for this machine's own user.")
    scopes: list[model.Scope]
    agent: str | None = strawberry.field(description="The agent that the key is bound to.")

    @classmethod
    def of(cls, context: Context) -> Viewer:
        access = context.access
        return cls(
            owner=access.owner.name,
            local=context.local,
            key=None if access.key is None else ApiKey.of(access.key),
            scopes=[scope for scope in model.Scope if scope in access.scopes],
            agent=access.agent,
        )


async def _node(info: Info, id: GlobalId) -> Node | None:
    return await node_of(info.context, str(id))


async def _viewer(info: Info) -> Viewer:
    return Viewer.of(info.context)


async def node_of(context: Context, id_: str) -> Node | None:
    """The owner's object with this id, or None."""
    if id_.startswith("entity://"):
        return await _entity(context, id_)
    memory = await context.around.memories.load(id_)
    if memory is not None:
        return Memory.of(memory)
    for find in (_job, _dream):
        try:
            found = await find(context, id_)
        except InvalidInputError:
            continue
        if found.id == id_:  # a prefix of an id is no id
            return found
    return None


async def _job(context: Context, id_: str) -> Job | DreamRun:
    return Job.of(await context.memory.jobs.get(context.owner, id_))


async def _dream(context: Context, id_: str) -> Job | DreamRun:
    return DreamRun.of(await context.memory.dreams.run(context.owner, id_))


async def _entity(context: Context, uri: str) -> Entity | None:
    try:
        found = await context.memory.entities.get(context.owner, uri)
    except InvalidInputError:
        return None
    return Entity.named(found)


@strawberry.type
class NodeQuery:
    node: Node | None = strawberry.field(resolver=_node, description="Something of the owner's by its id, or null.")
    viewer: Viewer = strawberry.field(resolver=_viewer, description="The asking owner, key and scopes.")
