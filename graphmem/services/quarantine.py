"""The quarantine: statements of tools and documents about people, until a person decides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.errors import InvalidInputError
from graphmem.model.audit import Verb
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner, Page
from graphmem.model.relation import RelationType
from graphmem.model.review import Verdict
from graphmem.services.audit import audited
from graphmem.services.tombstones import Tombstones
from graphmem.store import amendments, filing, memory_walks, reviews
from graphmem.store import quarantine as stored
from graphmem.store.database import Database, Transaction
from graphmem.store.short_ids import memory_id

WHY = "a tool or a document says otherwise, and it was accepted"
"""Reason of these reviews."""


@dataclass(frozen=True, slots=True)
class Quarantine:
    """The memories of an owner that wait for a review."""

    database: Database
    tombstones: Tombstones

    async def page(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Memory]:
        """A page of waiting memories, the last recorded first. Raises InvalidInputError."""
        return await stored.page(self.database, owner, first=first, after=after)

    @audited(Verb.DECIDE_REVIEW, lambda id_: [id_], memory=True)
    async def decide(self, owner: Owner, id_: str, verdict: Verdict, *, by: str) -> str:
        """Accept a memory for recalls, or dismiss it, which forgets it; returns its whole id.

        If an accepted memory disagrees with others, a review asks whether it ended them.

        Raises NotFoundError, and InvalidInputError for a memory that does not wait.
        """
        whole = await memory_id(self.database, owner, id_)

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            if not await stored.is_held(transaction, owner, whole):
                raise InvalidInputError(
                    f"Memory {whole} does not wait for a review.",
                    field="id",
                    remedy="`graphmem review held` lists what does.",
                )
            if verdict is Verdict.ACCEPT:
                now = datetime.now(UTC)
                await amendments.restore(transaction, owner, whole, now)
                await _ask(transaction, owner, whole, now)

        await self.database.write(work)
        if verdict is Verdict.DISMISS:
            await self.tombstones.forget(owner, whole, by=by)
        return whole


async def _ask(transaction: Transaction, owner: Owner, id_: str, now: datetime) -> None:
    """Open a review for each memory that an accepted one disagrees with."""
    links = (await memory_walks.links_of(transaction, owner, [id_])).get(id_, ())
    pairs = {reviews.id_of(owner, id_, one.id): one for one in links if one.type == RelationType.CONTRADICTS}
    decided = await reviews.decided_ids(transaction, owner, pairs)
    proposals = [
        reviews.Proposal(pair, id_, one.id, WHY, one.confidence) for pair, one in pairs.items() if pair not in decided
    ]
    await reviews.propose(transaction, owner, proposals, now)
