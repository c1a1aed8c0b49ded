"""Safe repetition of requests: the same idempotency key gives the first answer and writes nothing.

A sender that gets no answer cannot know whether its request was done. It repeats the request with its key, as often as
it likes, within a day.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter

from graphmem.errors import InvalidInputError
from graphmem.language.transcripts.messages import is_storable
from graphmem.model.ids import digest
from graphmem.model.palace import Owner
from graphmem.store import filing, requests
from graphmem.store.database import Database, Transaction
from graphmem.store.requests import AnsweredBeforeError, Request

T = TypeVar("T")

MAX_KEY = 200


def request(owner: Owner, key: str | None, verb: str, *given: object, field: str = "idempotencyKey") -> Request | None:
    """The request for a verb with these arguments; None without a key. Raises InvalidInputError."""
    if key is None:
        return None
    if not key.strip() or len(key) > MAX_KEY or not is_storable(key):
        raise InvalidInputError(
            f"The idempotency key has {len(key):,} characters, or none that can be stored.",
            field=field,
            remedy=f"Take 1 to {MAX_KEY} characters, such as a UUID, anew for each request.",
        )
    content = json.dumps([verb, *given], sort_keys=True, default=str)
    return Request(key, digest("request", owner.key, key), digest(content), field)


@dataclass(frozen=True, slots=True)
class Answers(Generic[T]):
    """The answers to requests of one kind, which is a dataclass of plain values."""

    database: Database
    kind: TypeAdapter[T]

    def text(self, answer: T) -> str:
        """The answer as it is stored."""
        return self.kind.dump_json(answer).decode()

    async def once(self, owner: Owner, asked: Request | None, work: Callable[[], Awaitable[T]]) -> T:
        """Run the work unless the request was answered before; return its answer either way.

        The work stores the answer itself, in its transaction, and raises AnsweredBeforeError if another was faster.
        """
        if asked is None:
            return await work()
        before = await requests.stored_answer(self.database, owner, asked)
        if before is None:
            try:
                return await work()
            except AnsweredBeforeError as answered:
                before = answered.answer
        return self.kind.validate_json(before)

    async def keep(
        self, owner: Owner, asked: Request, answer: T, *, drawer: str | None = None, anew: bool = False
    ) -> T:
        """Store an answer after the work is done, and return the valid one."""

        async def work(transaction: Transaction) -> str:
            await filing.lock(transaction, owner)
            return await requests.keep(transaction, owner, asked, self.text(answer), drawer=drawer, anew=anew)

        return self.kind.validate_json(await self.database.write(work))
