"""Finds the plans of the days that a question asks about.
"Dentist on Friday" and "what's on tomorrow?" share no word, so no retriever finds such a plan."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from graphmem.language.question.agenda import days_asked
from graphmem.language.temporal.calendar import Days
from graphmem.language.temporal.due_days import LONGEST
from graphmem.model.due import Due
from graphmem.model.recall import MemoryHit
from graphmem.services.prospective import day_of
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.confidence import KNOWN
from graphmem.services.retrieval.query_hits import SubQueryResult
from graphmem.services.retrieval.search import Search
from graphmem.store import due, memory_recall
from graphmem.store.database import Database, Row
from graphmem.store.memory_views import memory_of

LOOKED_AT = 200
"""Plans read that end on those days or soon after; only those that fall on them are kept."""

MOST = 20
"""Plans in one answer."""


async def add_plans(database: Database, search: Search, parts: Sequence[SubQueryResult]) -> tuple[SubQueryResult, ...]:
    """Add a part with the plans of the days asked about, if there are any.
    It marks the other parts `by_plans`, so that only their likely hits are kept."""
    understood = search.understood
    days = days_asked(understood.query, understood.language, search.now)
    if days is None or not search.options.as_of.is_present:
        return tuple(parts)
    plans = [one for one in await _read_plans(database, search, days) if admits(search.options, one.memory)][:MOST]
    if not plans:
        return tuple(parts)
    described = await memory_recall.describe(database, search.owner, [one.memory.id for one in plans])
    hits = tuple(_hit(one, described) for one in plans)
    answer = SubQueryResult(understood.query, understood.language, understood.intent, memories=hits, answerable=KNOWN)
    return (*(replace(part, by_plans=True) for part in parts), replace(answer, answers_from=KNOWN, stands=True))


async def _read_plans(database: Database, search: Search, days: Days) -> list[Due]:
    since = _midnight(days.first)
    until = _midnight(days.last) + LONGEST + timedelta(days=2)
    rows = await due.ending_plans(database, search.owner, since, since, until, LOOKED_AT)
    return await asyncio.to_thread(_plans_on, rows, days)


def _plans_on(rows: Sequence[Row], days: Days) -> list[Due]:
    found = []
    for row in rows:
        memory = memory_of(row["memory"])
        planned = day_of(memory, row["said_at"])
        if planned is not None and planned.first <= days.last and planned.last >= days.first:
            found.append(Due(memory, planned.first, planned.last, row["told_at"]))
    return sorted(found, key=lambda one: (one.first, one.last))


def _hit(plan: Due, described: memory_recall.Described) -> MemoryHit:
    memory = plan.memory
    candidate = described.candidates.get(memory.id)
    places = candidate.places if candidate else ()
    return MemoryHit(
        memory=memory,
        score=1.0,
        confidence=KNOWN,
        signals={"temporal": 1.0},
        ranks={},
        path=(),
        reason=f"planned for {plan.first:%Y-%m-%d}",
        sources=tuple(place.pointer for place in places),
        entities=tuple(name for _, name in candidate.entities) if candidate else (),
        source_ids=tuple(place.source_id for place in places if place.source_id),
    )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
