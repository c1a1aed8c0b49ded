"""Quarantines statements of tools, documents and feeds about people, if `quarantine` is on.

A held statement changes no memory. Once accepted, it stands beside those it disagrees with, and a review is opened.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime

from graphmem.model.entity import EntityType, Mention
from graphmem.model.ids import slug, spelled
from graphmem.model.palace import Owner
from graphmem.model.trust import is_outside
from graphmem.services.ingestion.consolidation import Outcome
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.owner_settings import settings_of
from graphmem.store import quarantine
from graphmem.store.database import Database, Transaction

REASON = "held for review: a tool or a document states it about a person"


async def mark_held(database: Database, owner: Owner, candidates: Collection[Candidate]) -> None:
    """Mark the candidates to hold, before the gate decides about them."""
    if (await settings_of(database, owner)).of(None).quarantine:
        for one in candidates:
            one.held = is_held_back(one, owner)


async def hold_written(
    transaction: Transaction, owner: Owner, outcomes: Collection[Outcome], written: Collection[str]
) -> tuple[Outcome, ...]:
    """Hold the `written` memories of marked statements until a review; return outcomes that say so."""
    held = {one.memory for one in outcomes if one.memory is not None and one.memory in written and one.candidate.held}
    if not held:
        return tuple(outcomes)
    await quarantine.hold(transaction, owner, sorted(held), REASON, datetime.now(UTC))
    return tuple(
        replace(one, decision=replace(one.decision, reason=REASON)) if one.memory in held else one for one in outcomes
    )


def is_held_back(candidate: Candidate, owner: Owner) -> bool:
    """Whether an outside source states it about a person: one named besides its speaker, or the owner."""
    if not is_outside(candidate.message.role):
        return False
    statement, speaker = candidate.statement, slug(candidate.message.speaker)
    ends = (end for fact in statement.facts for end in (fact.subject, fact.object))
    if any(_is_person(one, speaker) for one in (*statement.entities, *ends)):
        return True
    return bool(owner.name) and f"-{spelled(owner.name)}-" in f"-{spelled(statement.text)}-"


def _is_person(mention: Mention, speaker: str) -> bool:
    return mention.type is EntityType.PERSON and slug(mention.name) != speaker
