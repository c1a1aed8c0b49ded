"""Promotion of memories that were recalled, repeated or useful again and again; each names its rule.

One rule of `tiering.climb` is applied in `merging` (`plan_agreed`), which knows the memories that agree.
"""

from __future__ import annotations

from datetime import datetime

from graphmem.cognition import decay
from graphmem.cognition.tiering import Climb, Record, climb
from graphmem.model.category import Category
from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.memory import SubTier, Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import Finding, change, days_between
from graphmem.store import dreams
from graphmem.store.database import Database, Row

NOT_YET = "not asked for, told or useful often enough"

SCHEMATIC = frozenset({Category.POLICY, Category.THEME, Category.PATTERN, Category.SUMMARY})
"""Rules, and memories that sum up many cases."""


async def promotion(database: Database, owner: Owner, now: datetime) -> Finding:
    """All episodic memories to promote, of those used again; pinned and immutable ones stay."""
    changes: list[Change] = []
    looked = 0
    async for rows in dreams.used_memories(database, owner, now):
        looked += len(rows)
        changes += [found for row in rows if (found := _climbed(row, now)) is not None]
    skipped = {NOT_YET: looked - len(changes)} if looked > len(changes) else {}
    return Finding(StepReport(Step.PROMOTION, looked, len(changes), skipped), tuple(changes))


def semantic_place(category: Category) -> SubTier:
    """The sub-tier of a semantic memory."""
    if category is Category.WORKFLOW:
        return SubTier.PROCEDURAL
    return SubTier.SCHEMATIC if category in SCHEMATIC else SubTier.FACTUAL


def _climbed(row: Row, now: datetime) -> Change | None:
    record = Record(
        questions=row["questions"],
        question_days=row["question_days"],
        told=row["told"],
        conversations=row["conversations"],
        utility=decay.utility(row["utility"], days_between(row["last_accessed_at"], now)),
        outcomes=row["outcomes"],
        age_days=days_between(row["recorded_at"], now),
    )
    rule = climb(record)
    if rule is None:
        return None
    finer = semantic_place(Category(row["category"]))
    return change(row, Step.PROMOTION, rule.value, [_evidence(rule, record)], Tier.SEMANTIC, finer.value)


def _evidence(rule: Climb, record: Record) -> str:
    if rule is Climb.ASKED:
        return f"shown for {record.questions} questions on {record.question_days} days"
    if rule is Climb.TOLD:
        return f"{record.told} turns of {record.conversations} conversations say it"
    return f"utility {record.utility:.2f} of {record.outcomes} outcomes"
