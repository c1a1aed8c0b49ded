"""Requests that their senders may repeat: what each was answered, written with what it did and kept for a day."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.errors import InvalidInputError
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.queries import bind

KEPT_HOURS = 24
"""Whoever repeats a request does so within seconds or minutes, or after the outage of a day."""

PRUNED_AT_ONCE = 1_000

_ANSWERED = bind("request/answered_request", __name__)
_KEEP = bind("request/keep_request", __name__)
_PRUNE = bind("request/prune_requests", __name__)


@dataclass(frozen=True, slots=True)
class Request:
    """A request under its sender's `key`: digests of owner and key, and of what it asks for. `field` names the key."""

    key: str
    id: str
    content: str
    field: str


class AnsweredBeforeError(Exception):
    """Ends a transaction in which a request was to be done that had been done: `answer` is what it was answered."""

    def __init__(self, answer: str) -> None:
        super().__init__("the request was answered before")
        self.answer = answer


async def answered(runner: Runner, owner: Owner, request: Request) -> str | None:
    """What the request was answered before, None when it is new.

    Raises InvalidInputError when its key was used for something else.
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
    """Keep the answer, which tells of a drawer, and return the one that stands: the first, unless it goes on `anew`."""
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
    """Forget the requests of all owners that are older than a day; how many."""
    removed = 0
    while True:
        batch = int((await database.run(_PRUNE, hours=KEPT_HOURS, limit=PRUNED_AT_ONCE))[0]["removed"])
        removed += batch
        if batch < PRUNED_AT_ONCE:
            return removed
