"""The audit of the owner's memory: each mutation, with its actor."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import strawberry

from graphmem.model import audit as model
from graphmem_api.context import Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.from_model import FromModel

strawberry.enum(
    model.Verb,
    name="AuditVerb",
    description="The verb of a mutation. READ is a background reading of messages; DREAM is a run, on request "
    "or by schedule.",
)


@strawberry.type(description="One mutation of the last 90 days. It holds ids and digests, never a text.")
class AuditEntry(FromModel):
    id: str
    at: datetime
    verb: model.Verb
    via: str = strawberry.field(
        description="The way it came: api, mcp, page, command line, library, or graphmem for what goes on by itself."
    )
    key: str | None = strawberry.field(description="The prefix of the key; null for this machine's own user.")
    agent: str | None = strawberry.field(description="The agent that the key is bound to.")
    person: str | None = strawberry.field(description="The key's label, or `local user`.")
    ids: list[str] = strawberry.field(description="Ids of the objects concerned, a hundred at most.")
    count: int = strawberry.field(description="How many objects it concerned.")
    before: str | None = strawberry.field(description="A digest of a single memory's state, its text left out.")
    after: str | None = strawberry.field(description="The same afterwards.")
    number: int | None = strawberry.field(description="In the chain; null while what it is about is under way.")
    previous: str | None = strawberry.field(description="The hash of the entry before it; null for some seconds.")
    hash: str | None = strawberry.field(
        description="The SHA-256 of this entry as JSON, with `previous`; null for some seconds."
    )
    open: bool = strawberry.field(description="Whether what it is about is under way, or was cut off.")


@strawberry.type(description="An end of a chain of entries.")
class AuditAnchor(FromModel):
    number: int
    hash: str


@strawberry.type(description="The first break of a chain of entries.")
class AuditBroken(FromModel):
    number: int | None
    id: str | None
    reason: str


@strawberry.type(description="Whether the chain of the entries is whole: that none was changed, removed or inserted.")
class AuditChain(FromModel):
    count: int = strawberry.field(description="How many entries were verified.")
    anchor: AuditAnchor = strawberry.field(description="The last entry that was dropped for its age, before the first.")
    head: AuditAnchor = strawberry.field(description="The last entry.")
    broken: AuditBroken | None = strawberry.field(description="Null where the chain is whole.")
    under_way: int = strawberry.field(description="Entries without a place in the chain yet.")


async def _audit(info: Info, first: First = PAGE, after: After = None) -> Connection[AuditEntry]:
    context = info.context
    page = await context.memory.audit.page(context.owner, first=first, after=decoded("audit", after))
    return connection("audit", page, AuditEntry.of, after, partial(context.memory.sizes.audit, context.owner))


async def _audit_chain(info: Info) -> AuditChain:
    return AuditChain.of(await info.context.memory.audit.verify(info.context.owner))


@strawberry.type
class AuditQuery:
    audit: Connection[AuditEntry] = strawberry.field(
        resolver=_audit, description="Mutations of the last 90 days, the last first, without any text."
    )
    audit_chain: AuditChain = strawberry.field(
        resolver=_audit_chain, description="Verifies the chain of the entries, and names the first that is broken."
    )
