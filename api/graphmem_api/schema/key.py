"""The owner's bearer keys, for those who have the scope admin."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import strawberry
from strawberry import argument, union

from graphmem.model import access as model
from graphmem.services.keys import OVERLAP_HOURS, Issued
from graphmem_api.context import Info
from graphmem_api.schema.from_model import copy_fields
from graphmem_api.schema.problems import Failure, InvalidInput, with_invalid_input, with_not_found

strawberry.enum(
    model.Scope,
    name="Scope",
    description="A right of a key; none includes another. READ answers questions, WRITE changes memories, DREAM "
    "dreams and sets when, ADMIN gives out keys and settings, reads the audit and erases the owner.",
)


@strawberry.type(description="A bearer key, without its secret.")
class ApiKey:
    prefix: str = strawberry.field(
        description="Its name: its first characters, or # and the start of its digest for an older key."
    )
    label: str
    scopes: list[model.Scope]
    agent: str | None = strawberry.field(description="The only agent it may speak as; null for any.")
    created_at: datetime
    expires_at: datetime | None = strawberry.field(description="Null for never.")
    used_at: datetime | None = strawberry.field(description="The hour it was last used in; null for never.")

    @classmethod
    def of(cls, key: model.KeyInfo) -> ApiKey:
        return copy_fields(cls, key, scopes=[scope for scope in model.Scope if scope in key.scopes])


@strawberry.type(description="A key that was just issued.")
class IssuedKey:
    secret: str = strawberry.field(description="The whole key. It is shown this once and kept nowhere.")
    key: ApiKey

    @classmethod
    def of(cls, issued: Issued) -> IssuedKey:
        return cls(secret=issued.secret, key=ApiKey.of(issued.info))


@strawberry.type(description="Keys that open nothing any more, on this server at once, on others within 15 seconds.")
class RevokedKeys:
    revoked: int


IssueKeyPayload = Annotated[
    IssuedKey | InvalidInput, union("IssueKeyPayload", description="The key, or why there is none.")
]
RotateKeyPayload = Annotated[
    IssuedKey | Failure, union("RotateKeyPayload", description="The new key, or why there is none.")
]
RevokeKeyPayload = Annotated[
    RevokedKeys | Failure, union("RevokeKeyPayload", description="How many were revoked, or why none was.")
]

Label = Annotated[str, argument("Its purpose, 1 to 100 characters.")]
Scopes = Annotated[list[model.Scope], argument("Its scopes, one or more of the asking key's.")]
Until = Annotated[
    datetime | None, argument("When it ends, no later than the asking key, which it ends with when missing.")
]
OfAgent = Annotated[
    str | None, argument("The only agent it may speak as; when missing that of the asking key, or any.")
]
Named = Annotated[str, argument("Its prefix, or its label.")]
Overlap = Annotated[float, argument("Hours for which the old one still works, 0 to 720.")]


async def _keys(info: Info) -> list[ApiKey]:
    return [ApiKey.of(key) for key in await info.context.memory.keys.issued(info.context.owner)]


@with_invalid_input()
async def _issue(
    info: Info, label: Label, scopes: Scopes, expires_at: Until = None, agent: OfAgent = None
) -> IssueKeyPayload:
    keys, within = info.context.memory.keys, info.context.access.key
    how: dict[str, Any] = {"expires_at": expires_at, "agent": agent, "within": within}
    return IssuedKey.of(await keys.issue(info.context.owner, label, scopes=frozenset(scopes), **how))


@with_not_found()
async def _rotate(info: Info, key: Named, overlap_hours: Overlap = OVERLAP_HOURS) -> RotateKeyPayload:
    keys, within = info.context.memory.keys, info.context.access.key
    return IssuedKey.of(await keys.rotate(info.context.owner, key, overlap_hours=overlap_hours, within=within))


@with_not_found()
async def _revoke(info: Info, key: Named) -> RevokeKeyPayload:
    return RevokedKeys(revoked=await info.context.memory.keys.revoke(info.context.owner, key))


@strawberry.type
class KeyQuery:
    keys: list[ApiKey] = strawberry.field(resolver=_keys, description="The owner's keys, oldest first.")


@strawberry.type
class KeyMutation:
    issue_key: IssueKeyPayload = strawberry.mutation(
        resolver=_issue,
        description="Issue a key of this owner, which may do no more than the asking one. Its secret is shown once.",
    )
    rotate_key: RotateKeyPayload = strawberry.mutation(
        resolver=_rotate,
        description="Issue a key in the place of another that may do no more than the asking one; the old one ends "
        "after an overlap.",
    )
    revoke_key: RevokeKeyPayload = strawberry.mutation(
        resolver=_revoke, description="Take back a key by its prefix, or all keys of a label."
    )
