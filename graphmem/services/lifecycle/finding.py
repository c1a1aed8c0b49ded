"""The result of a dream's step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.cognition.activation import SECONDS_A_DAY
from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.memory import Tier
from graphmem.store.database import Row

KEPT_AWAKE = "woken or promoted by hand not long ago"
"""Reason to keep a person's decision."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The report of a step and the changes it proposes."""

    report: StepReport
    changes: tuple[Change, ...] = ()


def days_between(earlier: datetime, later: datetime) -> float:
    """Days between two instants, 0 if the later one is earlier."""
    return max((later - earlier).total_seconds() / SECONDS_A_DAY, 0.0)


def change(row: Row, step: Step, rule: str, evidence: Sequence[str], tier: Tier, sub_tier: str) -> Change:
    """A move of the row's memory to a tier."""
    return Change(
        memory=row["id"],
        text=row["text"],
        step=step,
        rule=rule,
        evidence=tuple(evidence),
        before={"tier": row["tier"], "sub_tier": row["sub_tier"]},
        after={"tier": tier.value, "sub_tier": sub_tier},
        seen=tuple(row["seen"]),
    )
