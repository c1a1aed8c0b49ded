"""Summaries of large categories: their best supported statements verbatim, or in a model's words.
A model gets more of them. Each category has one summary; a former one becomes dormant."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from graphmem.cognition.summarising import Known, summary
from graphmem.language.gist import read_content
from graphmem.model.category import Category
from graphmem.model.dream import Step, StepReport
from graphmem.model.language import Language
from graphmem.model.memory import DataSource, Tier
from graphmem.model.palace import Owner
from graphmem.model.trust import OUTSIDE
from graphmem.services.lifecycle.awake_memories import AwakeMemories
from graphmem.services.lifecycle.derived_memories import list_statements, make_change, settle_derived
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.model_words import ModelWords
from graphmem.services.lifecycle.wording import Derivation, choose_words
from graphmem.store import derived
from graphmem.store.database import Database, Row

LEAST = 10
"""Statements from which a category gets a summary."""

NOT_SUMMED_UP = frozenset({Category.THEME, Category.PATTERN, Category.SUMMARY, Category.OTHER})
SUMMED_UP = "best supported of its category"

SHOWN = 20
"""Most statements of a category that a model gets: the best supported, then the latest."""

COOL_DOWN = timedelta(seconds=60)
"""Least age of a summary that a model's new one may replace."""


async def category_summaries(
    database: Database,
    owner: Owner,
    now: datetime,
    gathered: AwakeMemories,
    leaving: frozenset[str],
    words: ModelWords | None = None,
) -> Finding:
    """The changes that make missing summaries, and replace those whose statements have changed."""
    if not gathered.rows and not gathered.is_whole:
        return Finding(StepReport(Step.SUMMARIES, skipped={"failed: what was told cannot be read": 1}))
    wanted = await asyncio.to_thread(_derivations, owner, gathered, leaving, now)
    existing = await derived.made_memories(database, owner, Category.SUMMARY, now)
    resting = frozenset() if words is None else _resting(existing, now)
    wanted = [one for one in wanted if one.about not in resting]
    new = await choose_words(database, owner, wanted, existing, words)
    others = [row for row in existing if _category(row) not in resting]
    return settle_derived(
        Step.SUMMARIES, len(gathered.rows), new.changes, others, None, replaced=new.replaced, passed=new.skipped
    )


def _resting(existing: Sequence[Row], now: datetime) -> frozenset[str]:
    """Categories with a fresh summary: new statements of the next minute are summed up together."""
    return frozenset(
        _category(row)
        for row in existing
        if row["believed"] and row["tier"] != Tier.DORMANT and now - row["recorded_at"] < COOL_DOWN
    )


def _category(row: Row) -> str:
    return str(row["text"].partition(":")[0])


def _derivations(owner: Owner, gathered: AwakeMemories, leaving: frozenset[str], now: datetime) -> list[Derivation]:
    groups: defaultdict[Category, list[Row]] = defaultdict(list)
    for row in gathered.rows:
        if row["id"] not in leaving and Category(row["category"]) not in NOT_SUMMED_UP:
            groups[Category(row["category"])].append(row)
    return [_summary(owner, category, rows, now) for category, rows in sorted(groups.items()) if len(rows) >= LEAST]


def _summary(owner: Owner, category: Category, rows: Sequence[Row], now: datetime) -> Derivation:
    best_ids = set(summary([_as_known(row) for row in rows], now))
    best = [row for row in rows if row["id"] in best_ids]
    latest = [row for row in rows if row["id"] not in best_ids and row["language"] == best[0]["language"]]
    model_rows = _in_order([*best, *latest[: SHOWN - len(best)]])
    best = _in_order(best)
    name = category.value
    # No count in the title: it would change with every statement.
    listed = make_change(owner, Step.SUMMARIES, SUMMED_UP, best, list_statements(name, best), name)
    return Derivation(Step.SUMMARIES, name, name, model_rows, listed)


def _in_order(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["said_at"], row["id"]))


def _as_known(row: Row) -> Known:
    specifics, words = read_content(row["text"], Language(row["language"]))
    return Known(
        id=row["id"],
        specifics=len(specifics),
        support=row["told"],
        outside=DataSource(row["data_source"]) in OUTSIDE,
        since=row["said_at"],
        length=len(row["text"]),
        words=frozenset((*specifics, *words)),
    )
