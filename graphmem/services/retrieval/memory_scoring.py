"""Scores memory candidates: signals, profile, boosts, and the reason of each hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from graphmem.cognition import profiles, scoring
from graphmem.cognition.activation import SECONDS_A_DAY, activation
from graphmem.cognition.bearing import bearing
from graphmem.cognition.calibration import answering
from graphmem.cognition.profiles import ProfileName
from graphmem.language.coverage import QueryWord, word_and_name_coverage
from graphmem.model.category import Category
from graphmem.model.emotion import Feeling
from graphmem.model.memory import Memory
from graphmem.model.question import Route
from graphmem.model.recall import MemoryHit, Step
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.cross_language import PLAIN, Reading
from graphmem.services.retrieval.explanations import Facts, high_everywhere, of_memory
from graphmem.services.retrieval.memory_retrievers import RetrievedMemories
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store.memory_recall import Candidate, Described, Edge

_PREFERENCES = frozenset({Category.PREFERENCE, Category.CORRECTION})
_MOODLESS = 0.1
"""Absolute valence up to which a text has no mood."""
NEAR_DAYS = 30.0
"""Half-life of the temporal signal, in days from the time asked about."""


@dataclass(frozen=True, slots=True)
class Question:
    """The parts of a question that score memories.
    `time` is the interval it names, None for none; `reading` is how the embedder `model` reads it."""

    feeling: Feeling
    time: tuple[datetime, datetime] | None
    route: Route
    model: str
    now: datetime
    reading: Reading = PLAIN
    words: tuple[QueryWord, ...] = ()


def weigh(
    question: Question, options: RecallOptions, found: RetrievedMemories, described: Described
) -> list[MemoryHit]:
    """Score the candidates that the options admit; the hits, best first."""
    admitted = [candidate for candidate in described.candidates.values() if _admits(options, candidate.memory)]
    signals = _signals(question, found, admitted)
    together = Counter(id_ for pair in described.together for id_ in pair)
    ranks = {retriever: {id_: rank for rank, id_ in enumerate(ids, 1)} for retriever, ids in found.rankings.items()}
    texts = {id_: candidate.memory.text for id_, candidate in described.candidates.items()}
    high = high_everywhere(list(found.rankings.values()))
    hits = [
        _hit(question, options, found, candidate, signals[candidate.memory.id], ranks, texts, together, high)
        for candidate in admitted
    ]
    by_reliance = options.profile is ProfileName.COGNITIVE
    return sorted(hits, key=lambda hit: (-hit.score, -hit.signals["reliance"] if by_reliance else 0.0, hit.memory.id))


def _admits(options: RecallOptions, memory: Memory) -> bool:
    """Whether the options admit a memory; graph retrievers return neighbours of any category."""
    asked_for = options.categories is None or memory.category in options.categories
    return asked_for and admits(options, memory)


def _hit(
    question: Question,
    options: RecallOptions,
    found: RetrievedMemories,
    candidate: Candidate,
    signals: Mapping[str, float],
    ranks: Mapping[str, Mapping[str, int]],
    texts: Mapping[str, str],
    together: Mapping[str, int],
    high: Collection[str],
) -> MemoryHit:
    memory = candidate.memory
    score = profiles.composite(signals, options.profile, utility_boost=question.route.utility_boost)
    lifted = profiles.boosted(score, _boosts(question, options, found, candidate, together))
    ordered = profiles.ordered(lifted, signals, options.profile, trust=question.reading.trust)
    leaning = profiles.leaning(signals, newest=question.route.newest_first, useful=question.route.by_utility)
    own = {retriever: order[memory.id] for retriever, order in ranks.items() if memory.id in order}
    # An embedder's trust in the language scales the reason: a distrusted cosine must not explain a hit.
    meaning = question.reading.trust * signals["similarity"]
    facts = Facts(meaning=meaning, words=signals["words"], time=signals["temporal"])
    days = (question.now - memory.last_accessed_at).total_seconds() / SECONDS_A_DAY
    return MemoryHit(
        memory=memory,
        score=round(ordered + leaning, 4),
        confidence=0.0,  # `confidence.add_confidences` sets it over all hits of a part
        signals={name: round(value, 4) for name, value in signals.items()},
        ranks=own,
        path=_steps(found.paths.get(memory.id, ()), texts),
        reason=of_memory(_shares(signals, options), facts, memory, days, own, everywhere=memory.id in high),
        sources=tuple(place.pointer for place in candidate.places),
        entities=tuple(name for _, name in candidate.entities),
        source_ids=tuple(place.source_id for place in candidate.places if place.source_id),
    )  # fmt: skip


def _signals(
    question: Question, found: RetrievedMemories, admitted: Sequence[Candidate]
) -> dict[str, dict[str, float]]:
    """The signals of each memory, each on 0–1, by memory id."""
    ids = [candidate.memory.id for candidate in admitted]
    text = scoring.min_max(np.array([found.bm25.get(id_, 0.0) for id_ in ids]))
    rrf = np.array([found.fused.get(id_, 0.0) for id_ in ids])
    rrf = rrf / rrf.max(initial=1e-12)
    closeness = _closeness(admitted, question.reading)
    recency = scoring.min_max(np.array([candidate.memory.valid_from.timestamp() for candidate in admitted]))
    return {
        candidate.memory.id: {
            "similarity": _similarity(candidate, question),
            "closeness": float(closeness[place]),
            "text": float(text[place]),
            "activation": _activation(candidate.memory, question.now),
            "importance": candidate.memory.importance,
            "rrf": float(rrf[place]),
            "utility": candidate.memory.utility,
            "recency": float(recency[place]),
            "emotion": _overlap(candidate.memory, question.feeling),
            "temporal": _nearness(candidate.memory, question.time),
            "preference": 1.0 if candidate.memory.category in _PREFERENCES else 0.0,
            **_borne(candidate, question),
            "reliance": profiles.reliance(
                similarity=_similarity(candidate, question),
                utility=candidate.memory.utility,
                importance=candidate.memory.importance,
                source_confidence=candidate.memory.source_confidence,
            ),
        }
        for place, candidate in enumerate(admitted)
    }


def _boosts(
    question: Question,
    options: RecallOptions,
    found: RetrievedMemories,
    candidate: Candidate,
    together: Mapping[str, int],
) -> profiles.Boosts:
    memory = candidate.memory
    mood = question.feeling.valence
    return profiles.Boosts(
        entities=sum(uri in found.named_uris for uri, _ in candidate.entities),
        same_session=options.session is not None and (candidate.session == options.session or candidate.in_mind),
        same_mood=abs(mood) > _MOODLESS and abs(memory.valence) > _MOODLESS and mood * memory.valence > 0,
        together=together.get(memory.id, 0) > 0,
        sub_tier=memory.sub_tier.value,
        source_confidence=memory.source_confidence,
    )


def _closeness(admitted: Sequence[Candidate], reading: Reading) -> scoring.Signal:
    """Cosines scaled to 0–1 over the candidates; one without a vector gets the lowest cosine."""
    cosines = [_cosine(candidate, reading) for candidate in admitted]
    lowest = min((cosine for cosine in cosines if cosine is not None), default=0.0)
    return scoring.min_max(np.array([lowest if cosine is None else cosine for cosine in cosines]))


def _similarity(candidate: Candidate, question: Question) -> float:
    cosine = _cosine(candidate, question.reading)
    return 0.0 if cosine is None else answering(cosine, question.model)


def _cosine(candidate: Candidate, reading: Reading) -> float | None:
    """The cosine to the question, corrected for the loss across languages; None without a vector."""
    return None if candidate.cosine is None else reading.lifted(candidate.cosine, candidate.memory.language)


def _borne(candidate: Candidate, question: Question) -> dict[str, float]:
    """Share of the question's words in the memory, its entities and speaker; share of names; bearing."""
    names = " ".join(name for _, name in candidate.entities)
    text = f"{candidate.memory.text} {names} {candidate.memory.speaker}"
    abroad = question.reading.is_foreign(candidate.memory.language)
    words, names_said = word_and_name_coverage(question.words, text, abroad=abroad)
    borne = bearing(_similarity(candidate, question), words, question.reading.trust)
    return {"words": words, "bearing": borne, "names": names_said}


def _activation(memory: Memory, now: datetime) -> float:
    return activation(memory.access_count, (now - memory.last_accessed_at).total_seconds())


def _overlap(memory: Memory, feeling: Feeling) -> float:
    """Jaccard index of the emotion labels, `neutral` left out."""
    mine = {label for label in memory.emotions if label != "neutral"}
    asked = {label.value for label in feeling.emotions if label.value != "neutral"}
    return len(mine & asked) / len(mine | asked) if mine and asked else 0.0


def _nearness(memory: Memory, time: tuple[datetime, datetime] | None) -> float:
    """1 within the time asked about, halved every NEAR_DAYS away from it; 0 if the question names none."""
    if time is None:
        return 0.0
    start, end = time
    away = max((start - memory.valid_from).total_seconds(), (memory.valid_from - end).total_seconds(), 0.0)
    return float(0.5 ** (away / SECONDS_A_DAY / NEAR_DAYS))


def _steps(edges: Sequence[Edge], texts: Mapping[str, str]) -> tuple[Step, ...]:
    return tuple(
        Step(
            edge.type, edge.source, texts.get(edge.source, ""), edge.target, texts.get(edge.target, ""), edge.confidence
        )
        for edge in edges
    )


def _shares(signals: Mapping[str, float], options: RecallOptions) -> dict[str, float]:
    """Each signal's contribution to the score; for the default profile, to its relevance."""
    is_default = options.profile is ProfileName.CONVERSATION
    weights = profiles.PROFILES[ProfileName.RELEVANCE if is_default else options.profile]
    return {name: weight * signals.get(name, 0.0) for name, weight in weights.items()}
