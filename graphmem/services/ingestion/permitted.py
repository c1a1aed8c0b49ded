"""What of a batch an agent may make memories of; the rest stays in its turns."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.gate import GateAction, GateDecision
from graphmem.model.palace import Owner
from graphmem.services.ingestion.consolidation import Outcome
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.write_rights import right_of
from graphmem.store.database import Database


async def permitted(
    database: Database, owner: Owner, session: str | None, candidates: Sequence[Candidate]
) -> tuple[Sequence[Candidate], tuple[Outcome, ...]]:
    """The statements that may be remembered, and what became of the others: each is skipped, and says why."""
    right = await right_of(database, owner, session) if candidates else None
    if right is None:
        return candidates, ()
    kept, refused = [], []
    for one in candidates:
        if (why := right.refusal(one.formed.category)) is None:
            kept.append(one)
        else:
            refused.append(Outcome(one, GateDecision(GateAction.SKIP, 0.0, why), 0.0, None))
    return kept, tuple(refused)
