"""Causal links that a chat model finds between the statements of a batch, and from stored memories to them."""

from __future__ import annotations

from graphmem.cognition.relations import in_order
from graphmem.model.memory import BY_MODEL
from graphmem.model.relation import Relation, RelationType
from graphmem.services.ingestion.consolidation import Plan

SURE = 0.9
"""Confidence of a cause that a chat model reports."""


def link_causes(plan: Plan) -> None:
    """Link causes to effects, after all statements have memories; no cause may begin after its effect."""
    drafts = {id_: draft for id_, draft in plan.drafts.items() if draft.retracted_at is None}
    linked = {frozenset((one.source, one.target)) for one, _ in plan.relations}
    for effect in drafts.values():
        for id_, stored_since in effect.candidate.causes.items():
            draft = drafts.get(id_)
            since = stored_since if draft is None else draft.valid_from
            is_over = draft is None and id_ in plan.gone
            is_free = id_ != effect.id and not is_over and frozenset((id_, effect.id)) not in linked
            if since is not None and is_free and in_order(since, effect.valid_from):
                told = Relation(id_, effect.id, RelationType.CAUSES, SURE, BY_MODEL, (BY_MODEL,))
                plan.relations.append((told, effect.valid_from))
