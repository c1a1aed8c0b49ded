"""A procedure as the store would give it, for evaluations that need none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from graphmem.model.category import Category
from graphmem.model.memory import DataSource, Memory, SubTier, TemporalType, Tier, WriteSource
from graphmem.model.procedure import Procedure, Use

_AT = datetime(2026, 1, 1, tzinfo=UTC)


def procedure(version: int, uses: Sequence[Use]) -> Procedure:
    """The version with three steps, and the counts of all uses."""
    worked = sum(one.success for one in uses)
    memory = Memory(
        id="0" * 32, text="Ship: 1. Build.", category=Category.WORKFLOW, priority=Category.WORKFLOW.traits.priority,
        tier=Tier.EPISODIC, sub_tier=SubTier.OBSERVED, importance=0.7, utility=0.5, stability=10.0,
        storage_strength=1.0, access_count=0, emotions=(), valence=0.0, arousal=0.0, flashbulb=False, pinned=False,
        immutable=False, lesson="", source_confidence=0.8, write_source=WriteSource.MANUAL,
        data_source=DataSource.USER, language="en", speaker="", temporal_type=TemporalType.PERSISTENT,
        valid_from=_AT, valid_until=None, recorded_at=_AT, retracted_at=None, last_accessed_at=_AT,
        success_count=worked, failure_count=len(uses) - worked,
    )  # fmt: skip
    return Procedure(memory, "Ship", tuple(f"Step {number} of {version}" for number in (1, 2, 3)), version)
