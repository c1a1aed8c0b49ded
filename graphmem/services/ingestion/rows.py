"""Converts the write path's decisions into the store's rows: memories, facts, slots."""

from __future__ import annotations

from datetime import datetime

from graphmem.model.entity import Statement
from graphmem.model.ids import digest
from graphmem.model.interval import FOREVER
from graphmem.model.memory import BY_MODEL, BY_RULES, Memory, TemporalType, Tier, WriteSource
from graphmem.model.trust import DATA_SOURCE, MOST_CONFIDENCE, is_outside
from graphmem.ports import Vectors
from graphmem.services.ingestion.consolidation import Outcome, Plan
from graphmem.services.ingestion.draft import Candidate, Draft, WriteOptions
from graphmem.services.ingestion.embedding import Embedded
from graphmem.store import entities, memories

FACT_CONFIDENCE = 0.7
"""Confidence of a fact read in a text."""


def new_memory(draft: Draft, options: WriteOptions, model: str) -> memories.NewMemory:
    """The store's row of a draft's memory; `model` names the embedder of its vector."""
    statement, message, strength = draft.candidate.statement, draft.candidate.message, draft.strength
    category, source = statement.category, DATA_SOURCE[message.role]
    return memories.NewMemory(
        memory=Memory(
            id=draft.id,
            text=draft.text,
            category=category,
            priority=options.priority or category.traits.priority,
            tier=Tier.EPISODIC,
            sub_tier=draft.sub_tier,
            importance=round(strength.importance, 4),
            utility=strength.utility,
            stability=strength.stability,
            storage_strength=strength.storage,
            access_count=strength.access_count,
            emotions=tuple(emotion.value for emotion in statement.feeling.emotions),
            valence=statement.feeling.valence,
            arousal=statement.feeling.arousal,
            flashbulb=strength.flashbulb,
            pinned=options.pinned or strength.pinned,
            immutable=options.immutable,
            lesson=draft.lesson,
            source_confidence=round(min(statement.confidence, MOST_CONFIDENCE.get(source, 1.0)), 4),
            write_source=_source(options.write_source, statement.formed_by),
            data_source=source,
            language=message.language.value,
            speaker=message.speaker,
            temporal_type=_type(draft),
            valid_from=draft.valid_from,
            valid_until=draft.valid_until,
            recorded_at=draft.recorded_at,
            retracted_at=draft.retracted_at,
            last_accessed_at=message.said_at,
            scope=options.scope,
            foresight=statement.foresight,
            embedded=draft.vector is not None,
            quote=draft.quote,
            project=message.project,
            recurrence=statement.recurrence,
        ),
        said_at=message.said_at,
        drawers=tuple(dict.fromkeys(draft.drawers)),
        embedding=None if draft.vector is None else draft.vector.tolist(),
        embedding_model=None if draft.vector is None else model,
        session=message.session,
        tag_session=None if draft.tag is None else draft.tag.session,
        tag_expires_at=None if draft.tag is None else draft.tag.expires_at,
    )


def _type(draft: Draft) -> TemporalType:
    statement = draft.candidate.statement
    is_bounded = statement.recurrence is None and draft.valid_until is not None
    return TemporalType.TIME_BOUNDED if is_bounded else statement.temporal_type


def told_facts(outcome: Outcome) -> list[Statement]:
    """The facts of a statement, without ends of facts stated by a document, tool or feed, which end none."""
    outside = is_outside(outcome.candidate.message.role)
    return [fact for fact in outcome.candidate.statement.facts if not (fact.ended and outside)]


def fact_row(outcome: Outcome, fact: Statement) -> entities.FactRow:
    """The row of a statement's fact with its valid time; a document's, tool's or feed's ends no other."""
    outside = is_outside(outcome.candidate.message.role)
    candidate, memory = outcome.candidate, outcome.memory or ""
    start = fact.valid_from or candidate.at
    end = fact.valid_until or _own_end(candidate, fact) or FOREVER
    return entities.FactRow(
        id=digest(candidate.message.id, fact.subject.uri, fact.predicate, fact.object.uri),
        subject=fact.subject.uri,
        predicate=fact.predicate,
        object=fact.object.uri,
        text=fact.text,
        memory=memory,
        confidence=FACT_CONFIDENCE,
        detected_by=BY_RULES,
        single=fact.single and not outside,
        ended=fact.ended,
        valid_from=start,
        valid_until=end if end > start else FOREVER,
    )


def _own_end(candidate: Candidate, fact: Statement) -> datetime | None:
    """The end that a statement names for a fact of one value: "I live in İzmir until Friday".
    A sister who is here until Friday stays a sister, and the day of a plan ends nothing."""
    statement = candidate.statement
    return statement.valid_until if fact.single and not fact.ended and not statement.foresight else None


def slots(candidate: Candidate) -> tuple[str, ...]:
    """The slots of the facts that a statement may end; none for a document, tool or feed."""
    if is_outside(candidate.message.role):
        return ()
    facts = [fact for fact in candidate.statement.facts if fact.single or fact.ended]
    told = (entities.slot_of(fact.subject.uri, fact.predicate, fact.object.uri, single=fact.single) for fact in facts)
    return tuple(dict.fromkeys(told))


_ON_PURPOSE = frozenset({WriteSource.MANUAL, WriteSource.AGENT, WriteSource.IMPORT})


def _source(entrance: WriteSource, formed_by: str) -> WriteSource:
    """The write source of a memory: FORMATION if a chat model formed it, unless written on purpose."""
    is_model = formed_by == BY_MODEL and entrance not in _ON_PURPOSE
    return WriteSource.FORMATION if is_model else entrance


async def new_vectors(plan: Plan, embedded: Embedded) -> list[Vectors | None]:
    """Embed drafts whose text changed after embedding; return the vectors of the revisions, in order."""
    stale = [draft for draft in plan.drafts.values() if draft.stale]
    vectors = await embedded.of(
        [draft.text for draft in stale] + [revision.text for revision in plan.revisions.values()]
    )
    for draft, vector in zip(stale, vectors, strict=False):
        draft.vector = vector
    return vectors[len(stale) :]
