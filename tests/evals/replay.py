"""Stored results of the retrievers ordered anew, as a recall would order them now, and scored question by question.

What a text says does not change from one try to the next: what is read of it is remembered while a replay runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.evaluation import metrics
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.services.retrieval import rerank_by_text, rerank_newest, turn_search
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.turn_scoring import RankedTurns
from graphmem.services.retrieval.turn_search import TurnHits
from tests.evals.cases import Case
from tests.evals.stored_hits import RetrievedCase, Stored

DEPTHS = (1, 5, 10, 20)
LIMIT = 20

Figures = dict[str, NDArray[np.float64]]
"""Each measure's values 0–1, one for each question in order; not a number where it is not defined."""

_READERS: tuple[tuple[Any, str], ...] = (
    (rerank_by_text, "only_asks"),
    (rerank_by_text, "asks_too"),
    (rerank_by_text, "names_said"),
    (rerank_by_text, "bare"),
    (rerank_newest, "beside_value"),
)


def figures(stored: Stored) -> Figures:
    """What every question scores now."""
    rows = [_scored(asked.case, ranked(asked, stored.turns[asked.case.part])) for asked in stored.asked]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def ranked(asked: RetrievedCase, turns: Mapping[str, PlacedDrawer], options: RecallOptions | None = None) -> list[str]:
    """Source ids of the turns as a recall with the same retrievers would order them."""
    options = options or RecallOptions(limit=LIMIT, touch=False)
    if len(asked.retrieved) == 1:
        hits: Sequence[Hit] = _hits(asked.retrieved[0], turns, options)
    else:
        each = RecallOptions(limit=turn_search.JOINED, touch=False, without=options.without)
        parts = [RankedTurns(tuple(_hits(one, turns, each)), 0) for one in asked.retrieved]
        hits = turn_search.merge_rankings(parts, options.limit).hits
    return [hit.drawer.source_id or "" for hit in hits]


@contextmanager
def remembering() -> Iterator[None]:
    """Read no text twice."""
    before = [(module, name, getattr(module, name)) for module, name in _READERS]
    for module, name, reader in before:
        setattr(module, name, cache(reader))
    try:
        yield
    finally:
        for module, name, reader in before:
            setattr(module, name, reader)


def _hits(retrieved: TurnHits, turns: Mapping[str, PlacedDrawer], options: RecallOptions) -> tuple[Hit, ...]:
    pool = turn_search.pool_turns(retrieved, options)
    described = {id_: turns[id_] for id_ in turn_search.ids_to_read(pool, options)}
    pool = turn_search.rescore_by_text(retrieved, pool, described, options)
    best = [_bare(turns[id_]) for id_ in turn_search.ids_to_show(pool, described, options)]
    return turn_search.newest_values_first(retrieved, best, described, options)


def _bare(item: PlacedDrawer) -> Hit:
    """A hit without its explanation, which its order does not need."""
    return Hit(item.drawer, item.wing, item.room, item.closet, 0.0, {}, {}, "")


def _scored(case: Case, found: Sequence[str]) -> dict[str, float]:
    values = {f"recall@{depth}": metrics.recall_at(found, case.evidence, depth) for depth in DEPTHS}
    paired = case.older and case.newer
    newer = float(_place(found, case.newer) < _place(found, case.older)) if paired else float("nan")
    return {**values, "newer_first": newer}


def _place(found: Sequence[str], wanted: Collection[str]) -> int:
    return next((place for place, id_ in enumerate(found) if id_ in wanted), len(found))
