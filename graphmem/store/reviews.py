"""Reviews, pairs of memories to decide about: proposed by the write path, read in pages, decided once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.errors import NotFoundError
from graphmem.model.ids import digest
from graphmem.model.palace import Owner, Page
from graphmem.model.review import Review, ReviewState
from graphmem.store.cursors import batches, cursor_of, page_of, position_of, require_count
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind
from graphmem.store.rows import row_of

MOST_OF_ONE = 50
"""Most reviews, decided or not, in which one memory is the older one, and as many in which it is the newer."""

READ_AT_ONCE = 500
"""Decided pairs that one Cypher statement reads."""

_PROPOSE = bind("review/propose_reviews", __name__)
_DECIDED = bind("review/decided_reviews", __name__)
_LIST = bind("review/list_reviews", __name__)
_BY_ID = bind("review/review_by_id", __name__)
_KEEP = bind("review/keep_choice", __name__)
_CHOICES = bind("review/choices", __name__)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pair to review: the new memory, the existing one, the reason, and the confidence (0–1)."""

    id: str
    new_id: str
    existing_id: str
    reason: str
    confidence: float


@dataclass(frozen=True, slots=True)
class DecidedPair:
    """A decided pair with its texts at that time."""

    id: str
    proposed_at: datetime
    language: str
    old: str
    new: str


def id_of(owner: Owner, one: str, other: str) -> str:
    """The id of the review of two memories, in either order."""
    return digest(owner.key, "review", min(one, other), max(one, other))


async def decided_ids(runner: Runner, owner: Owner, ids: Collection[str]) -> set[str]:
    """Ids of the decided ones among these reviews."""
    rows = await runner.run(_DECIDED, owner=owner.key, ids=sorted(ids)) if ids else []
    return {row["id"] for row in rows}


async def propose(
    transaction: Transaction, owner: Owner, proposals: Sequence[Proposal], now: datetime, *, most: int = MOST_OF_ONE
) -> int:
    """Propose reviews, each pair once, and return how many are new."""
    rows = [row_of(one) for one in sorted(proposals, key=lambda one: one.id)]
    if not rows:
        return 0
    counts = await transaction.run(_PROPOSE, owner=owner.key, rows=rows, now=now, most=most)
    return int(counts[0]["proposed"])


async def page(database: Database, owner: Owner, state: ReviewState, *, first: int, after: str | None) -> Page[Review]:
    """A page of the owner's reviews in a state, the last proposed first. Raises InvalidInputError."""
    require_count(first)
    at, id_ = position_of(after)
    rows = await database.run(_LIST, owner=owner.key, state=state.value, after_at=at, after_id=id_, limit=first + 1)
    return page_of(rows, first, _review, lambda one: cursor_of(one.proposed_at, one.id))


async def get(runner: Runner, owner: Owner, id_: str) -> Review:
    """One review. Raises NotFoundError."""
    rows = await runner.run(_BY_ID, owner=owner.key, id=id_)
    if not rows:
        raise NotFoundError(
            f"No review {id_[:80]!r}.", field="id", remedy="Take an id from `reviews`, or its start; it may be settled."
        )
    return _review(rows[0])


async def keep(transaction: Transaction, owner: Owner, id_: str, state: ReviewState, by: str, now: datetime) -> None:
    """Record the decision about a review."""
    await transaction.run(_KEEP, owner=owner.key, id=id_, state=state.value, by=by, now=now)


async def choices(database: Database, owner: Owner, state: ReviewState) -> AsyncIterator[DecidedPair]:
    """All pairs in a state, the last proposed first, read in batches."""
    given: dict[str, object] = {"owner": owner.key, "state": state.value}
    async for rows in batches(database, _CHOICES, "proposed_at", **given, at_once=READ_AT_ONCE):
        for row in rows:
            yield DecidedPair(**row)


def _review(row: dict[str, Any]) -> Review:
    node = row["review"]
    return Review(
        id=node["id"],
        older=memory_of(row["older"]),
        newer=memory_of(row["newer"]),
        reason=node["reason"],
        confidence=node["confidence"],
        proposed_at=node["proposed_at"],
        state=ReviewState(node["state"]),
        decided_at=node.get("decided_at"),
        decided_by=node.get("decided_by"),
    )
