"""From what the arms found to an explained order: pools of candidates with their signals, scored by a profile."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition import fusion, scoring
from graphmem.language.query import names_in
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.services.reading.tongues import PLAIN, Reading
from graphmem.store.recall import NO_HITS, Hits

REASONS = {
    "similarity": "means much the same",
    "text": "shares its words",
    "context": "was said among turns about it",
    "room": "comes from a conversation about it",
    "speaker": "was said by the person asked about",
    "memory": "is the source of a memory about it",
    "statement": "states something that means much the same",
    "rrf": "ranks high in every search",
    "bridge": "says a name that a better hit brought up",
}
"""What a signal tells a reader about a hit."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates in one order with their score, their signals on 0–1, and each arm's ids, best first."""

    ids: Sequence[str]
    scores: scoring.Signal
    signals: Mapping[str, scoring.Signal]
    rankings: Mapping[str, Sequence[str]]

    def best(self, limit: int, among: Collection[str] | None = None) -> list[str]:
        """The ids of the highest scores, of those in `among` if given; equal ones keep the pool's order."""
        order = (self.ids[index] for index in np.argsort(-self.scores, kind="stable"))
        return list(islice((id_ for id_ in order if among is None or id_ in among), limit))


@dataclass(frozen=True, slots=True)
class Ranked:
    """Hits, best first, out of how many candidates."""

    hits: tuple[Hit, ...]
    candidates: int


NOTHING = Ranked((), 0)
NONE_STATED: Mapping[str, float] = {}


def pool_of(
    query: str,
    hits: Mapping[str, Hits],
    reading: Reading = PLAIN,
    stated: Mapping[str, float] = NONE_STATED,
    *,
    several: bool = False,
) -> Pool:
    """Every turn that an arm found, ordered by place, so that neighbours stand next to each other.

    A turn the vector arm did not find is no nearer than the last one it did find, and counts as far as that: so do
    neighbours outside the pool in the similarity in context. When the arms were asked for all of an owner's turns, no
    such guess is made. A turn in another language than the question's is lifted by what its cosine lacks.
    `stated` tells how near turns are by the nearest of their statements, where those are among the nearest of all;
    it brings no turn in, as it does not tell when it was said. `several`: whether the question asks for several things.
    """
    places = _places(hits)
    ids = sorted(places, key=lambda id_: places[id_][:2])
    rooms = np.array([places[id_][0] for id_ in ids], dtype=np.str_)
    positions = np.array([places[id_][1] for id_ in ids], dtype=np.int64)
    speakers = [places[id_][2] for id_ in ids]
    foreign = _foreign(hits, ids, reading)
    by_vector = hits.get("vector", NO_HITS)
    similarity = _aligned(by_vector, ids)
    # Scores are (1 + cosine)/2, so that half of the cosine's lack is theirs.
    own = np.maximum(similarity, min(by_vector.scores, default=0.0)) + foreign * reading.crossing / 2
    company = _company(speakers)
    context = scoring.similarity_in_context(own, *_neighbours(own, rooms, positions))
    context = scoring.in_company(own, context, company)
    rankings = {arm: arm_hits.ids for arm, arm_hits in hits.items()}
    if by_vector.ids:
        rankings["context"] = [ids[index] for index in np.argsort(-context, kind="stable")]
    fused = fusion.fuse(rankings, {"vector": reading.trust, "context": reading.trust})
    asked = names_in(query, set(speakers))
    signals = {
        "similarity": scoring.sharpened(own),
        "context": scoring.sharpened(context),
        "text": scoring.min_max(_aligned(hits["text"], ids)) * (1 - (1 - scoring.FOREIGN_TEXT) * foreign),
        "rrf": scoring.min_max(np.array([fused[id_] for id_ in ids])),
        "speaker": np.array([1.0 if speaker in asked else 0.0 for speaker in speakers]),
    }
    if "memory" in hits:
        signals["memory"] = scoring.min_max(_aligned(hits["memory"], ids))
    if stated:
        signals["statement"] = _statements(stated, ids, foreign * reading.crossing / 2)
    profile = scoring.trusting(scoring.scattered(scoring.RELEVANCE) if several else scoring.RELEVANCE, reading.trust)
    scores, signals = scoring.combine(signals, rooms.tolist(), profile, company)
    return Pool(ids, scores, signals, rankings)


def _statements(stated: Mapping[str, float], ids: Sequence[str], lift: scoring.Signal) -> scoring.Signal:
    """0–1: how near the nearest statement of each turn is; one without is as far as the farthest that was found."""
    found = np.array([stated.get(id_, 0.0) for id_ in ids], dtype=np.float64)
    told = found > 0
    found[told] += lift[told]
    return scoring.sharpened(np.maximum(found, min(stated.values())), scoring.STATED_SHARPNESS)


def _foreign(hits: Mapping[str, Hits], ids: Sequence[str], reading: Reading) -> scoring.Signal:
    """1 for each turn in another language than the question's, where the embedder knows both; else 0."""
    if reading.language is None:
        return np.zeros(len(ids), dtype=np.float64)
    languages = {id_: language for arm in hits.values() for id_, language in zip(arm.ids, arm.languages, strict=True)}
    return np.array([float(reading.is_foreign(languages[id_])) for id_ in ids])


def _company(speakers: Sequence[str]) -> scoring.Signal | None:
    """How far neighbours and room speak for each candidate; None when all were spoken by somebody."""
    if all(speakers):
        return None
    return np.array([1.0 if speaker else scoring.PASSAGE_COMPANY for speaker in speakers])


def _places(hits: Mapping[str, Hits]) -> dict[str, tuple[str, int, str]]:
    """Room, position and speaker of every turn that some arm found."""
    return {
        id_: (room, position, speaker)
        for arm in hits.values()
        for id_, room, position, speaker in zip(arm.ids, arm.rooms, arm.positions, arm.speakers, strict=True)
    }


def _neighbours(
    own: scoring.Signal, rooms: NDArray[np.str_], positions: NDArray[np.int64]
) -> tuple[scoring.Signal, scoring.Signal]:
    """Similarities of the turns before and after each one; candidates lie in order of place.

    NaN at the ends of a room. A neighbour outside the pool counts as its lowest.
    """
    lowest = own.min(initial=1.0)
    last = np.append(rooms[1:] != rooms[:-1], True)
    before, after = np.full_like(own, lowest), np.where(last, np.nan, lowest)
    before[positions == 0] = np.nan
    adjacent = (rooms[1:] == rooms[:-1]) & (np.diff(positions) == 1)
    before[1:] = np.where(adjacent, own[:-1], before[1:])
    after[:-1] = np.where(adjacent, own[1:], after[:-1])
    return before, after


def ranked(pool: Pool, best: Sequence[str], described: Mapping[str, PlacedDrawer]) -> Ranked:
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
                drawer=item.drawer,
                wing=item.wing,
                room=item.room,
                closet=item.closet,
                score=round(float(pool.scores[place[id_]]), 4),
                signals=signals,
                ranks={arm: order[id_] for arm, order in ranks.items() if id_ in order},
                reason=_reason(signals),
            )
        )
    return Ranked(tuple(hits), len(pool.ids))


def _reason(signals: Mapping[str, float]) -> str:
    """The one or two signals that carried the hit, in words."""
    shares = {
        name: value * (scoring.RELEVANCE.room if name == "room" else scoring.RELEVANCE.weights.get(name, 0.0))
        for name, value in signals.items()
        if name in REASONS
    }
    strongest = [name for name in sorted(shares, key=lambda name: -shares[name])[:2] if shares[name] > 0]
    return " and ".join(REASONS[name] for name in strongest) or "is the best there is"


def _aligned(hits: Hits, ids: Sequence[str]) -> scoring.Signal:
    """An arm's raw scores in the pool's order, 0 where it did not find a candidate."""
    found = dict(zip(hits.ids, hits.scores, strict=True))
    return np.array([found.get(id_, 0.0) for id_ in ids], dtype=np.float64)
