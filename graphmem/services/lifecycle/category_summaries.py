"""A summary of each category of which there is much: what is best supported of it, in the words it was said in."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import datetime

from graphmem.cognition.summarising import Known, summary
from graphmem.language.doc import doc_of
from graphmem.language.keywords import keywords
from graphmem.language.stem import stem
from graphmem.model.category import Category
from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.language import Language
from graphmem.model.memory import DataSource
from graphmem.model.palace import Owner
from graphmem.model.trust import OUTSIDE
from graphmem.services.lifecycle.finding import Finding
from graphmem.services.lifecycle.gathered import Gathered
from graphmem.services.lifecycle.themes import listed, made_of, settled
from graphmem.store import derived
from graphmem.store.database import Database, Row

LEAST = 10
"""Statements of a category from which there is something to sum up."""

NOT_SUMMED_UP = frozenset({Category.THEME, Category.PATTERN, Category.SUMMARY, Category.OTHER})
SUMMED_UP = "best supported of its category"
WORDS = 40


async def category_summaries(
    database: Database, owner: Owner, now: datetime, gathered: Gathered, leaving: frozenset[str]
) -> Finding:
    """The summaries there should be and are not yet, and those of which something is so no longer."""
    if not gathered.rows and not gathered.is_whole:
        return Finding(StepReport(Step.SUMMARIES, skipped={"failed: what was told cannot be read": 1}))
    wanted = await asyncio.to_thread(_wanted, owner, gathered, leaving, now)
    there = await derived.made(database, owner, Category.SUMMARY, now)
    return settled(Step.SUMMARIES, len(gathered.rows), wanted, there, None)


def _wanted(owner: Owner, gathered: Gathered, leaving: frozenset[str], now: datetime) -> list[Change]:
    of: defaultdict[Category, list[Row]] = defaultdict(list)
    for row in gathered.rows:
        if row["id"] not in leaving and Category(row["category"]) not in NOT_SUMMED_UP:
            of[Category(row["category"])].append(row)
    found = []
    for category, rows in sorted(of.items()):
        if len(rows) >= LEAST:
            chosen = set(summary([_known(row) for row in rows], now))
            best = sorted((row for row in rows if row["id"] in chosen), key=lambda row: (row["said_at"], row["id"]))
            # Its count changes with every statement, and is none of what it says.
            found.append(made_of(owner, Step.SUMMARIES, SUMMED_UP, best, listed(category.value, best), category.value))
    return found


def _known(row: Row) -> Known:
    language = Language(row["language"])
    words = keywords(doc_of(row["text"], language), WORDS)
    return Known(
        id=row["id"],
        importance=row["importance"],
        confidence=row["confidence"],
        support=row["told"],
        states=False,
        outside=DataSource(row["data_source"]) in OUTSIDE,
        since=row["said_at"],
        length=len(row["text"]),
        words=frozenset(stem(word, language) for word in words),
    )
