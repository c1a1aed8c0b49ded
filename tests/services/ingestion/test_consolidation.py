"""What the plan makes of statements that a clause of a new one disputes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from graphmem.cognition.strength import Strength
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Role
from graphmem.services.ingestion.consolidation import MOST_DISPUTED, Planner
from graphmem.services.ingestion.draft import Candidate, Message, WriteOptions
from graphmem.services.ingestion.extraction import Extractor
from graphmem.store.memories import Neighbour

SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
OWNER = Owner.named("planning")


def candidate(text: str) -> Candidate:
    message = Message("message", text, "user", Role.USER, SAID_AT, Language.EN)
    (formed,) = Extractor().extract(message, deliberate=True).statements
    return Candidate(message, formed, 0, np.full(4, 0.5, np.float32))


def known(text: str, cosine: float) -> Neighbour:
    earlier = SAID_AT - timedelta(days=9)
    strength = Strength(importance=0.5, stability=1.0)
    return Neighbour(text, cosine, text, "en", "fact", "user", strength, False, earlier, earlier, ())


NEAR = [
    known(f"User waters the {plant} on the balcony.", 0.9) for plant in ("fern", "rose", "ivy", "palm", "lily", "aloe")
]


def planned(text: str, *further: Neighbour) -> Planner:
    planner = Planner(OWNER, "no-calibration", WriteOptions(), SAID_AT)
    planner.add(candidate(text), NEAR, further)
    return planner


def test_a_clause_disputes_what_is_far_down_the_list() -> None:
    old = known("User wants to impress the club, which has 150 members and 12 boats.", 0.6)
    other = known("User counts 90 swans on the lake.", 0.6)
    plan = planned("The members of the club have now reached 165.", other, old).plan
    assert plan.outcomes[0].decision.action is GateAction.CREATE
    assert [(edge.target, edge.type) for edge, _ in plan.relations] == [(old.id, RelationType.CONTRADICTS)]
    assert not plan.closed


def test_a_statement_is_linked_to_a_few_at_the_most() -> None:
    olds = [known(f"User wrote to the club, which has {count} members.", 0.6) for count in range(140, 160, 2)]
    plan = planned("The members of the club have now reached 165.", *olds).plan
    assert len(plan.relations) == MOST_DISPUTED


def test_what_claims_nothing_looks_no_further() -> None:
    assert not planned("User likes the club on the lake.", known("User left the club.", 0.6)).plan.relations
