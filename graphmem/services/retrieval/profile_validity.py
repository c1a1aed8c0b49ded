"""Marks the turns of a profile that a later turn about the same entity probably ended.

The gate closes few memories, since hardly any two statements of a whole store are about the same thing. All turns that
name one entity are, so the judge of changes compares these again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from graphmem.cognition.calibration import calibrated
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.question import Intent
from graphmem.model.recall import Hit
from graphmem.services.change_judge import SimilarMemory, Utterance, change_judge
from graphmem.services.graph_evidence import ENDED, NAMED
from graphmem.services.retrieval.query_hits import SubQueryResult
from graphmem.services.retrieval.search import Search
from graphmem.store import causal_turns
from graphmem.store.database import Database

KIND = Category.FACT.value
"""Category under which the judge reads all turns of a profile, so that it compares all of them.
With their memories' own categories it finds 32 of 40 endings in stories instead of 37."""

MOST = 8
"""Latest turns that are compared pairwise; each is read once, and a pair takes a millisecond."""


async def add_ended_signal(database: Database, search: Search, part: SubQueryResult, model: str) -> SubQueryResult:
    """Add the signal ENDED, the probability that a later turn ended it, to a present profile's turns."""
    if part.intent is not Intent.ENTITY_PROFILE or not search.options.as_of.is_present:
        return part
    named = [hit for hit in part.turns.hits if hit.signals.get(NAMED) == 1 and hit.drawer.said_at]
    last = sorted(named, key=_order)[-MOST:]
    if len(last) < 2:
        return part
    vectors = await causal_turns.vectors(database, search.owner, [hit.drawer.id for hit in last])
    with search.stage("validity"):
        ended = await asyncio.to_thread(_ended, last, vectors, model)
    hits = tuple(
        replace(hit, signals={**hit.signals, ENDED: round(ended[hit.drawer.id], 4)}) if hit.drawer.id in ended else hit
        for hit in part.turns.hits
    )
    return replace(part, turns=replace(part.turns, hits=hits))


def _ended(turns: Sequence[Hit], vectors: Mapping[str, Sequence[float]], model: str) -> dict[str, float]:
    """The probability that a later turn ended each turn, by id; `turns` are in order of time."""
    ended = {hit.drawer.id: 0.0 for hit in turns}
    if (judge := change_judge()) is None:
        return ended
    for place, newer in enumerate(turns[1:], start=1):
        similar = sorted(
            ((_similarity(vectors, older, newer, model), older) for older in turns[:place]),
            key=lambda pair: -pair[0],
        )
        utterance = Utterance(newer.drawer.text, KIND)
        beside = [SimilarMemory(older.drawer.text, similarity, KIND) for similarity, older in similar]
        language = Language.TR if newer.drawer.language == Language.TR else Language.EN
        for (_, older), likely in zip(similar, judge.likely(utterance, beside, language), strict=True):
            ended[older.drawer.id] = max(ended[older.drawer.id], likely)
    return ended


def _similarity(vectors: Mapping[str, Sequence[float]], one: Hit, other: Hit, model: str) -> float:
    first, second = vectors.get(one.drawer.id), vectors.get(other.drawer.id)
    return 0.0 if first is None or second is None else calibrated(float(np.dot(first, second)), model)


def _order(hit: Hit) -> tuple[float, int]:
    assert hit.drawer.said_at is not None
    return hit.drawer.said_at.timestamp(), hit.drawer.position
