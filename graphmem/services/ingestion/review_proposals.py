"""Opens reviews of contradictions that the gate leaves open: both memories stay until a decision.

Each pair is linked by CONTRADICTS. A pair decided once is neither linked nor proposed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.services.ingestion.consolidation import Plan
from graphmem.store import reviews
from graphmem.store.database import Transaction

CANNOT_BOTH_BE = "cannot both be so"
"""Reason of a contradiction that the pair judge found and the gate did not."""

Dated = tuple[Relation, datetime]


async def propose_reviews(
    transaction: Transaction, owner: Owner, plan: Plan, found: Sequence[Dated], now: datetime
) -> list[Dated]:
    """Open reviews for the plan's contradictions; return the relations without those decided before."""
    asked = {
        reviews.id_of(owner, one.source, one.target): one
        for one, _ in found
        if one.type is RelationType.CONTRADICTS and plan.gone.isdisjoint((one.source, one.target))
    }
    if not asked:
        return list(found)
    decided = await reviews.decided_ids(transaction, owner, asked)
    proposals = [_proposal(id_, one, plan) for id_, one in asked.items() if id_ not in decided]
    await reviews.propose(transaction, owner, proposals, now)
    settled = {frozenset((asked[id_].source, asked[id_].target)) for id_ in decided}
    return [(one, since) for one, since in found if not _is_settled(one, settled)]


def _is_settled(one: Relation, settled: set[frozenset[str]]) -> bool:
    return one.type is RelationType.CONTRADICTS and frozenset((one.source, one.target)) in settled


def _proposal(id_: str, one: Relation, plan: Plan) -> reviews.Proposal:
    """The proposal of a pair: the draft, or the later of two drafts, stands as the new memory."""
    order = {draft: place for place, draft in enumerate(plan.drafts)}
    new, existing = sorted((one.source, one.target), key=lambda memory: -order.get(memory, -1))
    if new not in order:
        new, existing = one.source, one.target
    reason = plan.reasons.get(frozenset((new, existing)), CANNOT_BOTH_BE)
    return reviews.Proposal(id_, new, existing, reason.partition(", judged ")[0], one.confidence)
