"""Reviews: pairs in which the gate could not decide whether the newer statement ends the older.

Accepting does what the gate would have done had it been sure; dismissing ends the contradiction. Either decision is
kept and can be read as a training line.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pydantic import TypeAdapter

from graphmem.errors import InvalidInputError
from graphmem.language.pairing import bare
from graphmem.model.audit import Verb
from graphmem.model.gate import GateAction
from graphmem.model.ids import digest
from graphmem.model.palace import Owner, Page
from graphmem.model.relation import Relation, RelationType
from graphmem.model.review import DECIDED, Choice, Decided, Review, ReviewState, Verdict
from graphmem.services.answers import Answers, request
from graphmem.services.audit import audited
from graphmem.services.ingestion.tombstones import set_correction_tombstones
from graphmem.store import entities, filing, memories, relations, requests, reviews
from graphmem.store.database import Database, Transaction
from graphmem.store.requests import AnsweredBeforeError, Request
from graphmem.store.short_ids import review_ids

BY = "review"
"""`detected_by` of the edges of accepted pairs."""

ACTIONS = {ReviewState.ACCEPTED: GateAction.SUPERSEDE, ReviewState.DISMISSED: GateAction.CREATE}
"""The gate's right action for each decision."""


@dataclass(frozen=True, slots=True)
class Reviews:
    """An owner's open and decided reviews."""

    database: Database

    async def page(self, owner: Owner, *, first: int = 20, after: str | None = None) -> Page[Review]:
        """Open reviews, the last proposed first. Raises InvalidInputError."""
        return await reviews.page(self.database, owner, ReviewState.OPEN, first=first, after=after)

    async def ids(self, owner: Owner, given: Sequence[str]) -> list[str]:
        """Whole ids of these ids or prefixes.
        Raises NotFoundError for an unknown one, and InvalidInputError for a prefix of several."""
        whole = await review_ids(self.database, owner, given)
        for id_ in whole:
            await reviews.get(self.database, owner, id_)
        return whole

    @audited(Verb.DECIDE_REVIEW, lambda told: [told.id, told.older, told.newer])
    async def decide(
        self, owner: Owner, id_: str, verdict: Verdict, *, by: str, idempotency_key: str | None = None
    ) -> Decided:
        """Decide a review; a prefix of its id will do. `by` names the person or channel.

        Repeating a decision changes nothing. Raises NotFoundError, and InvalidInputError for a review with another
        decision, or with an immutable older memory.
        """
        whole = (await review_ids(self.database, owner, [id_]))[0]
        asked = request(owner, idempotency_key, "decideReview", whole, verdict)
        answers = Answers(self.database, TypeAdapter(Decided))

        async def work(transaction: Transaction) -> Decided:
            await filing.lock(transaction, owner)
            await _refuse_again(transaction, owner, asked)
            told = await _decide(transaction, owner, await reviews.get(transaction, owner, whole), verdict, by)
            if asked is not None:
                await requests.keep(transaction, owner, asked, answers.text(told))
            return told

        return await answers.once(owner, asked, lambda: self.database.write(work))

    async def choices(self, owner: Owner) -> AsyncIterator[Choice]:
        """Every decision as a training line: accepted ones first, within each the last proposed first."""
        for state, action in ACTIONS.items():
            async for one in reviews.choices(self.database, owner, state):
                yield Choice(one.id, one.language, bare(one.old), bare(one.new), action.value)


async def _refuse_again(transaction: Transaction, owner: Owner, asked: Request | None) -> None:
    before = None if asked is None else await requests.stored_answer(transaction, owner, asked)
    if before is not None:
        raise AnsweredBeforeError(before)


async def _decide(transaction: Transaction, owner: Owner, review: Review, verdict: Verdict, by: str) -> Decided:
    state, now = DECIDED[verdict], datetime.now(UTC)
    if review.state is not ReviewState.OPEN:
        if review.state is not state:
            raise InvalidInputError(
                f"Review {review.id} was {review.state.value} before.",
                field="verdict",
                remedy="A choice stands. Relate, forget or learn memories to change what they say.",
            )
        return _decided_as(review, state, review.decided_at or now, review.decided_by or by)
    if verdict is Verdict.ACCEPT and review.older.immutable:
        raise InvalidInputError(
            f"Memory {review.older.id} is immutable.",
            field="id",
            remedy="Release it with setImmutable first, or dismiss the review.",
        )
    await reviews.keep(transaction, owner, review.id, state, by, now)
    if verdict is Verdict.ACCEPT:
        await _supersede(transaction, owner, review, now)
    await relations.end_contradiction(transaction, owner, review.older.id, review.newer.id, now)
    return _decided_as(review, state, now, by)


async def _supersede(transaction: Transaction, owner: Owner, review: Review, now: datetime) -> None:
    """End the older memory as the gate does: at the newer one's start, or as wrong if that is no later."""
    older, newer = review.older, review.newer
    begins = newer.valid_from.astimezone(UTC)  # in the graph, one instant in the zones `Z` and `UTC` is two
    until = begins if begins > older.valid_from else None
    version = digest(older.id, "until", str(until))
    closed = memories.Closed(older.id, version, now, until, None if until else now)
    await set_correction_tombstones(transaction, owner, [closed], BY)
    await memories.close(transaction, owner, [closed])
    await entities.end(transaction, owner, [older.id], now)
    edge = Relation(newer.id, older.id, RelationType.SUPERSEDES, review.confidence, BY)
    await relations.link(transaction, owner, [(edge, begins)], now)


def _decided_as(review: Review, state: ReviewState, at: datetime, by: str) -> Decided:
    return Decided(review.id, state, review.older.id, review.newer.id, at, by)
