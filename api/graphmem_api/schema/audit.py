"""What was changed of the owner's memory, by whom."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import strawberry

from graphmem.model import audit as model
from graphmem_api.context import Context, Info
from graphmem_api.schema.connections import PAGE, After, Connection, First, connection, decoded
from graphmem_api.schema.copied import Copied

strawberry.enum(
    model.Verb,
    name="AuditVerb",
    description="What was done. READ is what the background makes of messages that were said; DREAM is a run, asked "
    "for or of the night.",
)


@strawberry.type(description="One mutation of the last 90 days. It holds ids and digests, never a text.")
class AuditEntry(Copied):
    id: str
    at: datetime
    verb: model.Verb
    via: str = strawberry.field(
        description="The way it came: api, mcp, page, command line, library, or graphmem for what goes on by itself."
    )
    key: str | None = strawberry.field(description="The prefix of the key; null for this machine's own user.")
    agent: str | None = strawberry.field(description="The agent that the key is bound to.")
    person: str | None = strawberry.field(description="The key's label, or `local user`.")
    ids: list[str] = strawberry.field(description="What it was about, a hundred at most.")
    count: int = strawberry.field(description="How many there were.")
    before: str | None = strawberry.field(description="A digest of a single memory's state, its text left out.")
    after: str | None = strawberry.field(description="The same afterwards.")


async def _audit(info: Info, first: First = PAGE, after: After = None) -> Connection[AuditEntry]:
    return await entries(info.context, first, after)


async def entries(context: Context, first: int, after: str | None) -> Connection[AuditEntry]:
    """A page of what was changed."""
    page = await context.memory.audit.page(context.owner, first=first, after=decoded("audit", after))
    return connection("audit", page, AuditEntry.of, after, partial(context.memory.sizes.audit, context.owner))


@strawberry.type
class AuditQuery:
    audit: Connection[AuditEntry] = strawberry.field(
        resolver=_audit, description="What was changed in the last 90 days, the last first; no text of anybody's."
    )
