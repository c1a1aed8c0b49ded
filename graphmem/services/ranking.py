"""From what the arms found to an explained order: pools of candidates with their signals, scored by a profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition import fusion, scoring
from graphmem.language.query import names_in
from graphmem.model.recall import Hit
from graphmem.store.recall import Described, Hits

REASONS = {
    "similarity": "means much the same",
    "text": "shares its words",
    "context": "was said among turns about it",
    "room": "comes from a conversation about it",
    "speaker": "was said by the person asked about",
    "rrf": "ranks high in every search",
}
"""What a signal tells a reader about a hit."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates in one order with their score, their signals on 0–1, and each arm's ids, best first."""

    ids: Sequence[str]
    scores: scoring.Signal
    signals: Mapping[str, scoring.Signal]
    rankings: Mapping[str, Sequence[str]]

    def best(self, limit: int) -> list[str]:
        """The ids of the highest scores; equal ones keep the pool's order."""
        return [self.ids[index] for index in np.argsort(-self.scores, kind="stable")[:limit]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Hits, best first, out of how many candidates."""

    hits: tuple[Hit, ...]
    candidates: int


NOTHING = Ranked((), 0)


def whole_pool(query: str, hits: Mapping[str, Hits]) -> Pool:
    """Every drawer of a small owner as a candidate, ordered by place, so that neighbours stand next to each other.

    A drawer without an embedding is known to the text arm alone.
    """
    by_vector, by_text = hits["vector"], hits["text"]
    embedded = set(by_vector.ids)
    rest = [index for index, id_ in enumerate(by_text.ids) if id_ not in embedded]
    rooms = np.array(by_vector.rooms + [by_text.rooms[index] for index in rest], dtype=np.str_)
    positions = np.array(by_vector.positions + [by_text.positions[index] for index in rest], dtype=np.int64)
    ids = by_vector.ids + [by_text.ids[index] for index in rest]
    speakers = by_vector.speakers + [by_text.speakers[index] for index in rest]
    similarity = np.array(by_vector.scores + [np.nan] * len(rest), dtype=np.float64)
    order = np.lexsort((positions, rooms))
    own = _floored(similarity[order])
    before, after = _neighbours(own, rooms[order], positions[order])
    ids, speakers = [ids[index] for index in order], [speakers[index] for index in order]
    rankings = {arm: arm_hits.ids for arm, arm_hits in hits.items()}
    return _pool(query, ids, rooms[order].tolist(), speakers, own, before, after, _aligned(by_text, ids), rankings)


def _neighbours(
    own: scoring.Signal, rooms: NDArray[np.str_], positions: NDArray[np.int64]
) -> tuple[scoring.Signal, scoring.Signal]:
    """Similarities of the turns before and after each one, NaN at the ends of a room. Candidates lie in order."""
    before, after = np.full_like(own, np.nan), np.full_like(own, np.nan)
    adjacent = (rooms[1:] == rooms[:-1]) & (np.diff(positions) == 1)
    before[1:] = np.where(adjacent, own[:-1], np.nan)
    after[:-1] = np.where(adjacent, own[1:], np.nan)
    return before, after


def index_pool(
    query: str, finalists: Sequence[str], hits: Mapping[str, Hits], described: Mapping[str, Described]
) -> Pool:
    """The finalists of the index arms. A turn that vanished between two queries is left out."""
    ids = [id_ for id_ in finalists if id_ in described]
    found = [described[id_] for id_ in ids]
    own = _floored(_column([item.similarity for item in found]))
    before, after = _column([item.before for item in found]), _column([item.after for item in found])
    rooms, speakers = [item.room_id for item in found], [item.placed.drawer.speaker for item in found]
    rankings = {arm: arm_hits.ids for arm, arm_hits in hits.items()}
    return _pool(query, ids, rooms, speakers, own, before, after, _aligned(hits["text"], ids), rankings)


def ranked(pool: Pool, best: Sequence[str], described: Mapping[str, Described]) -> Ranked:
    """The best candidates as hits, each with its signals, its rank in every arm and the reason in words."""
    place = {id_: index for index, id_ in enumerate(pool.ids)}
    ranks = {arm: {id_: rank for rank, id_ in enumerate(ids, start=1)} for arm, ids in pool.rankings.items()}
    hits = []
    for id_ in best:
        if (item := described.get(id_)) is None:
            continue
        signals = {name: round(float(values[place[id_]]), 4) for name, values in pool.signals.items()}
        hits.append(
            Hit(
                drawer=item.placed.drawer,
                wing=item.placed.wing,
                room=item.placed.room,
                closet=item.placed.closet,
                score=round(float(pool.scores[place[id_]]), 4),
                signals=signals,
                ranks={arm: order[id_] for arm, order in ranks.items() if id_ in order},
                reason=_reason(signals),
            )
        )
    return Ranked(tuple(hits), len(pool.ids))


def _pool(
    query: str,
    ids: Sequence[str],
    rooms: Sequence[str],
    speakers: Sequence[str],
    own: scoring.Signal,
    before: scoring.Signal,
    after: scoring.Signal,
    text: scoring.Signal,
    rankings: Mapping[str, Sequence[str]],
) -> Pool:
    context = scoring.similarity_in_context(own, before, after)
    by_context = [ids[index] for index in np.argsort(-context, kind="stable")]
    arms = {**rankings, "context": by_context}
    fused = fusion.fuse(arms)
    asked = names_in(query, set(speakers))
    signals = {
        "similarity": scoring.min_max(own),
        "context": scoring.min_max(context),
        "text": scoring.min_max(text),
        "rrf": scoring.min_max(np.array([fused.get(id_, 0.0) for id_ in ids])),
        "speaker": np.array([1.0 if speaker in asked else 0.0 for speaker in speakers]),
    }
    scores, signals = scoring.combine(signals, rooms, scoring.RELEVANCE)
    return Pool(ids, scores, signals, arms)


def _reason(signals: Mapping[str, float]) -> str:
    """The one or two signals that carried the hit, in words."""
    shares = {
        name: value * (scoring.RELEVANCE.room if name == "room" else scoring.RELEVANCE.weights.get(name, 0.0))
        for name, value in signals.items()
    }
    strongest = [name for name in sorted(shares, key=lambda name: -shares[name])[:2] if shares[name] > 0]
    return " and ".join(REASONS[name] for name in strongest) or "is the best there is"


def _aligned(hits: Hits, ids: Sequence[str]) -> scoring.Signal:
    """An arm's raw scores in the pool's order, 0 where it did not find a candidate."""
    found = dict(zip(hits.ids, hits.scores, strict=True))
    return np.array([found.get(id_, 0.0) for id_ in ids], dtype=np.float64)


def _column(values: Sequence[float | None]) -> scoring.Signal:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _floored(similarity: scoring.Signal) -> scoring.Signal:
    """Similarities with the pool's lowest in place of those that are missing (drawers without an embedding)."""
    if similarity.size == 0 or np.isnan(similarity).all():
        return np.zeros_like(similarity)
    filled: scoring.Signal = np.where(np.isnan(similarity), np.nanmin(similarity), similarity)
    return filled
