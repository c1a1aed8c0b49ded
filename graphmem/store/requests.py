"""Repeatable requests: each answer is written with the request's effects and kept for a day."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Owner
from graphmem.store.cursors import remove_all
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.queries import bind

KEPT_HOURS = 24
"""A sender repeats a request within seconds or minutes, or after an outage of a day."""

PRUNED_AT_ONCE = 1_000

_ANSWERED = bind("request/answered_request", __name__)
_KEEP = bind("request/keep_request", __name__)
_PRUNE = bind("request/prune_requests", __name__)


@dataclass(frozen=True, slots=True)
class Request:
    """A request with its sender's `key`, named by `field`; `id` and `content` are digests."""

    key: str
    id: str
    content: str
    field: str


class AnsweredBeforeError(Exception):
    """Ends the transaction of a request that was done before; `answer` is its answer."""

    def __init__(self, answer: str) -> None:
        super().__init__("the request was answered before")
        self.answer = answer


async def stored_answer(runner: Runner, owner: Owner, request: Request) -> str | None:
    """The former answer to the request, None for a new one.

    Raises InvalidInputError when its key was used for another request.
    """
    rows = await runner.run(_ANSWERED, owner=owner.key, id=request.id)
    if not rows:
        return None
    if rows[0]["content"] != request.content:
        raise InvalidInputError(
            f"The idempotency key {request.key[:80]!r} was used for another request.",
            field=request.field,
            remedy="Repeat that request as it was, or take a new key.",
        )
    return str(rows[0]["answer"])


async def keep(
    transaction: Transaction,
    owner: Owner,
    request: Request,
    answer: str,
    *,
    drawer: str | None = None,
    anew: bool = False,
) -> str:
    """Store the answer (it may name a drawer) and return the valid one: the first, or this if `anew`."""
    rows = await transaction.run(
        _KEEP,
        owner=owner.key,
        id=request.id,
        content=request.content,
        answer=answer,
        drawer=drawer,
        anew=anew,
    )
    return str(rows[0]["answer"])


async def prune(database: Database) -> int:
    """Remove all owners' requests older than a day; returns their number."""
    return await remove_all(database, _PRUNE, hours=KEPT_HOURS, at_once=PRUNED_AT_ONCE)
