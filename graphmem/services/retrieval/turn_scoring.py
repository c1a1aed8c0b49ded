"""Scores turn candidates: pools with signals, a profile, and the reason of each hit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition import bearing, fusion, scoring
from graphmem.language.coverage import QueryWord, word_and_name_coverage
from graphmem.language.query import names_in
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.model.transcript import Role
from graphmem.services.retrieval.cross_language import PLAIN, Reading
from graphmem.services.retrieval.explanations import Facts, high_everywhere, of_turn
from graphmem.store.recall import NO_HITS, Hits


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates by place, with scores, signals on 0–1, and the ids of each retriever, best first.

    `rooms` are the candidates' rooms. `near` holds (1 + cosine)/2 to the question, 0 where unknown: of the turn alone
    ("own"), with its neighbours ("around") and of its nearest memory ("stated"). `reading` is how the embedder reads
    the question.
    """

    ids: Sequence[str]
    scores: scoring.Signal
    signals: Mapping[str, scoring.Signal]
    rankings: Mapping[str, Sequence[str]]
    rooms: Sequence[str] = ()
    near: Mapping[str, scoring.Signal] = field(default_factory=dict)
    reading: Reading = PLAIN

    def best(self, limit: int, among: Collection[str] | None = None) -> list[str]:
        """Ids of the highest scores, within `among` if given; ties keep the pool's order."""
        order = (self.ids[index] for index in np.argsort(-self.scores, kind="stable"))
        return list(islice((id_ for id_ in order if among is None or id_ in among), limit))


@dataclass(frozen=True, slots=True)
class RankedTurns:
    """Hits, best first, and the number of candidates."""

    hits: tuple[Hit, ...]
    candidates: int


NOTHING = RankedTurns((), 0)
NONE_STATED: Mapping[str, float] = {}


def pool_of(
    query: str,
    hits: Mapping[str, Hits],
    reading: Reading = PLAIN,
    stated: Mapping[str, float] = NONE_STATED,
    *,
    several: bool = False,
) -> Pool:
    """Score the turns of all retrievers, ordered by place, so that neighbours are adjacent.

    A turn that the vector retriever missed gets the score of its last hit; so does a neighbour outside the pool. When
    the retrievers returned all of an owner's turns, none is missed. The cosine of a turn in another language than the
    question's is raised by the embedder's usual loss across languages. `stated` maps turns to (1 + cosine)/2 of their
    nearest memory, if that is among the nearest of all. It adds no turn to the pool, since it lacks the time at which
    the turn was said. `several`: whether the question asks for several things.
    """
    places = _places(hits)
    ids = sorted(places, key=lambda id_: places[id_][:2])
    rooms = np.array([places[id_][0] for id_ in ids], dtype=np.str_)
    positions = np.array([places[id_][1] for id_ in ids], dtype=np.int64)
    speakers = [places[id_][2] for id_ in ids]
    foreign = _foreign(hits, ids, reading)
    by_vector = hits.get("vector", NO_HITS)
    similarity = _aligned(by_vector, ids)
    # Scores are (1 + cosine)/2, so half of the cosine's loss is added.
    own = np.maximum(similarity, min(by_vector.scores, default=0.0)) + foreign * reading.crossing / 2
    company = _company(speakers)
    context = scoring.similarity_in_context(own, *_neighbours(own, rooms, positions))
    context = scoring.in_company(own, context, company)
    rankings = {retriever: arm_hits.ids for retriever, arm_hits in hits.items()}
    if by_vector.ids:
        rankings["context"] = [ids[index] for index in np.argsort(-context, kind="stable")]
    fused = fusion.fuse(rankings, {"vector": reading.trust, "context": reading.trust})
    asked = names_in(query, set(speakers))
    signals = {
        "similarity": scoring.sharpened(own, scoring.SHARPNESS),
        "context": scoring.sharpened(context, scoring.SHARPNESS),
        "text": scoring.min_max(_aligned(hits["text"], ids)) * (1 - (1 - scoring.FOREIGN_TEXT) * foreign),
        "rrf": scoring.min_max(np.array([fused[id_] for id_ in ids])),
        "speaker": np.array([1.0 if speaker in asked else 0.0 for speaker in speakers]),
    }
    if "memory" in hits:
        signals["memory"] = scoring.min_max(_aligned(hits["memory"], ids))
    if stated:
        signals["statement"] = _statements(stated, ids, foreign * reading.crossing / 2)
    profile = _profile(reading, stated=bool(stated), several=several)
    scores, signals = scoring.combine(signals, rooms.tolist(), profile, company)
    lift = foreign * reading.crossing / 2
    near = {
        "own": np.where(similarity > 0, own, 0.0),
        "around": context if by_vector.ids else np.zeros(len(ids)),
        "stated": _lifted(_statement_scores(stated, ids), lift),
    }
    return Pool(ids, scores, signals, rankings, rooms.tolist(), near, reading)


def _profile(reading: Reading, *, stated: bool, several: bool) -> scoring.Profile:
    """The weights of the signals for such a question."""
    profile = scoring.scattered(scoring.RELEVANCE) if several else scoring.RELEVANCE
    return scoring.trusting(profile if stated else scoring.unstated(profile), reading.trust)


def _statements(stated: Mapping[str, float], ids: Sequence[str], lift: scoring.Signal) -> scoring.Signal:
    """0–1: nearness of each turn's nearest memory; a turn without one gets the lowest value found."""
    found = _lifted(_statement_scores(stated, ids), lift)
    return scoring.sharpened(np.maximum(found, min(stated.values())), scoring.STATED_SHARPNESS)


def _statement_scores(stated: Mapping[str, float], ids: Sequence[str]) -> scoring.Signal:
    return np.array([stated.get(id_, 0.0) for id_ in ids], dtype=np.float64)


def _lifted(found: scoring.Signal, lift: scoring.Signal) -> scoring.Signal:
    """Scores above 0 plus the correction across languages; 0 stays 0, since it means unknown."""
    return np.where(found > 0, found + lift, 0.0)


def _foreign(hits: Mapping[str, Hits], ids: Sequence[str], reading: Reading) -> scoring.Signal:
    """1 for each turn in another language than the question's, if the embedder knows both; else 0."""
    if reading.language is None:
        return np.zeros(len(ids), dtype=np.float64)
    languages = {
        id_: language
        for retriever in hits.values()
        for id_, language in zip(retriever.ids, retriever.languages, strict=True)
    }
    return np.array([float(reading.is_foreign(languages[id_])) for id_ in ids])


def _company(speakers: Sequence[str]) -> scoring.Signal | None:
    """The weight of neighbours and room for each candidate; None if each has a speaker."""
    if all(speakers):
        return None
    return np.array([1.0 if speaker else scoring.PASSAGE_COMPANY for speaker in speakers])


def _places(hits: Mapping[str, Hits]) -> dict[str, tuple[str, int, str]]:
    """Room, position and speaker of each turn, by its id."""
    return {
        id_: (room, position, speaker)
        for retriever in hits.values()
        for id_, room, position, speaker in zip(
            retriever.ids, retriever.rooms, retriever.positions, retriever.speakers, strict=True
        )
    }


def _neighbours(
    own: scoring.Signal, rooms: NDArray[np.str_], positions: NDArray[np.int64]
) -> tuple[scoring.Signal, scoring.Signal]:
    """Similarities of the turns before and after each candidate; candidates are in order of place.

    NaN at the ends of a room. A neighbour outside the pool gets the pool's lowest similarity.
    """
    lowest = own.min(initial=1.0)
    last = np.append(rooms[1:] != rooms[:-1], True)
    before, after = np.full_like(own, lowest), np.where(last, np.nan, lowest)
    before[positions == 0] = np.nan
    adjacent = (rooms[1:] == rooms[:-1]) & (np.diff(positions) == 1)
    before[1:] = np.where(adjacent, own[:-1], before[1:])
    after[:-1] = np.where(adjacent, own[1:], after[:-1])
    return before, after


def rank_pool(
    pool: Pool, best: Sequence[str], described: Mapping[str, PlacedDrawer], words: Sequence[QueryWord] = ()
) -> RankedTurns:
    """Turn the best candidates into hits with signals, their rank in every retriever, and a reason.

    `words` are the question's. Every described turn gets the signals "meaning", "words", "names", "stated", "around"
    and "bearing"; only these are comparable between answers.
    """
    place = {id_: index for index, id_ in enumerate(pool.ids)}
    ranks = {
        retriever: {id_: rank for rank, id_ in enumerate(ids, start=1)} for retriever, ids in pool.rankings.items()
    }
    borne = {id_: _borne(pool, place[id_], item, words) for id_, item in described.items() if id_ in place}
    high = high_everywhere(list(pool.rankings.values()))
    hits = []
    for id_ in best:
        if (item := described.get(id_)) is None:
            continue
        signals = {name: round(float(values[place[id_]]), 4) for name, values in pool.signals.items()}
        facts = _facts(pool, place, id_, borne)
        hits.append(
            Hit(
                drawer=item.drawer,
                wing=item.wing,
                room=item.room,
                closet=item.closet,
                score=round(float(pool.scores[place[id_]]), 4),
                signals={**signals, **borne[id_]},
                ranks={retriever: order[id_] for retriever, order in ranks.items() if id_ in order},
                reason=of_turn(_shares(signals), facts, bearing.FROM, everywhere=id_ in high),
                made=item.made,
            )
        )
    return RankedTurns(tuple(hits), len(pool.ids))


def _borne(pool: Pool, place: int, item: PlacedDrawer, words: Sequence[QueryWord]) -> dict[str, float]:
    """The signals of one turn that are comparable between answers, each rounded to four digits.
    A tool's output is matched with its room's title, any other turn with its speaker's name."""
    turn = item.drawer
    meaning, stated, around = (
        pool.reading.meaning(float(pool.near[name][place])) for name in ("own", "stated", "around")
    )
    text = f"{item.room if turn.role == Role.TOOL else turn.speaker} {turn.text}"
    said, names_said = word_and_name_coverage(words, text, abroad=pool.reading.is_foreign(turn.language))
    borne = bearing.bearing(meaning, said, pool.reading.trust)
    signals = {
        **{"meaning": meaning, "words": said, "bearing": borne, "names": names_said},
        **{"stated": stated, "around": around},
    }
    return {name: round(value, 4) for name, value in signals.items()}


def _facts(pool: Pool, place: Mapping[str, int], id_: str, borne: Mapping[str, Mapping[str, float]]) -> Facts:
    here = place[id_]
    others = (
        values["bearing"]
        for other, values in borne.items()
        if other != id_ and pool.rooms[place[other]] == pool.rooms[here]
    )
    # An embedder's trust in the language scales the reason: a distrusted cosine must not explain a hit.
    trust, own = pool.reading.trust, borne[id_]
    return Facts(
        meaning=trust * own["meaning"],
        words=own["words"],
        stated=trust * own["stated"],
        around=trust * own["around"],
        room=max(others, default=0.0),
    )


def _shares(signals: Mapping[str, float]) -> dict[str, float]:
    """Each signal's contribution to the score."""
    weights = {**scoring.RELEVANCE.weights, "room": scoring.RELEVANCE.room}
    return {name: value * weights.get(name, 0.0) for name, value in signals.items()}


def _aligned(hits: Hits, ids: Sequence[str]) -> scoring.Signal:
    """A retriever's raw scores in the pool's order; 0 for candidates it did not find."""
    found = dict(zip(hits.ids, hits.scores, strict=True))
    return np.array([found.get(id_, 0.0) for id_ in ids], dtype=np.float64)
