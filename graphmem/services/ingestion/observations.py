"""Makes the observation that `observe` returns: a message's stages, and the verdict on each statement."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.language.detect import detect
from graphmem.model.observation import Observation, Stage, StatementVerdict
from graphmem.services.ingestion.consolidation import Outcome
from graphmem.services.ingestion.draft import Candidate, Message
from graphmem.services.ingestion.extraction import Extraction


def unread_extraction(message: Message) -> Extraction:
    """The extraction of a message whose role is only filed, never read."""
    return Extraction(message, (Stage("role", False, f"messages of the role {message.role.value} are only filed"),))


def observation_of(message: Message, extraction: Extraction, outcomes: Sequence[Outcome]) -> Observation:
    """The observation of a message, with the outcome of each statement."""
    return Observation(
        language=detect(message.text, default=message.language).value,
        kept=extraction.kept,
        stages=extraction.stages,
        statements=tuple(_verdict(outcome) for outcome in outcomes),
    )


def _verdict(outcome: Outcome) -> StatementVerdict:
    candidate: Candidate = outcome.candidate
    statement, decision = candidate.statement, outcome.decision
    return StatementVerdict(
        text=statement.text,
        category=statement.category,
        confidence=statement.confidence,
        importance=outcome.importance,
        feeling=statement.feeling,
        lesson=statement.lesson,
        action=decision.action,
        reason=decision.reason,
        similarity=decision.similarity,
        memory=outcome.memory,
        target=decision.target,
        entities=statement.entities,
        facts=statement.facts,
        foresight=statement.foresight,
        valid_from=candidate.at,
        valid_until=statement.valid_until,
    )
