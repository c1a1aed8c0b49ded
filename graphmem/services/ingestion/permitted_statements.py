"""Checks which statements of a batch an agent may remember; the others stay in their turns."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.gate import GateAction, GateDecision
from graphmem.model.palace import Owner
from graphmem.services.ingestion.consolidation import Outcome
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.write_rights import right_of
from graphmem.store.database import Database


async def split_permitted(
    database: Database, owner: Owner, session: str | None, candidates: Sequence[Candidate]
) -> tuple[Sequence[Candidate], tuple[Outcome, ...]]:
    """Split off statements that the agent may not remember, as skipped outcomes with the reason."""
    right = await right_of(database, owner, session) if candidates else None
    if right is None:
        return candidates, ()
    kept, refused = [], []
    for one in candidates:
        if (why := right.refusal(one.statement.category)) is None:
            kept.append(one)
        else:
            refused.append(Outcome(one, GateDecision(GateAction.SKIP, 0.0, why), 0.0, None))
    return kept, tuple(refused)
