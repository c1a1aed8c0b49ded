"""Computes the confidence of each hit from signals that depend on neither limit nor store size.

`heads/confidence.json` holds the weights, their training data, and their quality on held-out conversations;
`python -m tests.evals context --fit` writes it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from graphmem.cognition.calibration import trust
from graphmem.cognition.confidence import Confidence, Confidences, Head
from graphmem.language.coverage import NAME, QueryWord, find_words, query_words
from graphmem.model.question import Intent
from graphmem.model.recall import Hit, MemoryHit
from graphmem.model.transcript import Role
from graphmem.services.retrieval.cross_language import reading_of
from graphmem.services.retrieval.kinds import BEST, KINDS, kind_of
from graphmem.services.retrieval.memories_without_turn import add_as_turns
from graphmem.services.retrieval.named_entity import adjust_by_name
from graphmem.services.retrieval.query_hits import QueryHits, SubQueryResult
from graphmem.services.retrieval.turn_tokens import BACK, LEADERS, LEAST, TOKENS
from graphmem.services.retrieval.unanswerable_slot import find_missing_slot

FILE = "heads/confidence.json"

KNOWN = 0.9
"""Least `answerable` of a profile question if the best turns say all its names.
"What do we know about Marcus?" shares only the name with what is said of him."""

LIKELY = 0.5
"""Confidence from which a hit stands beside plans."""

LACKING = 0.5
"""Factor on `answers_from` that gives `answerable` where the turns surely lack the thing asked for."""

FURTHER = 30
"""Turns whose mean the best one's margin is measured against."""

USUAL = 100
"""Characters of a short turn; longer turns share more words with any question."""

MANY = 8.0
"""Content words from which a question counts as long."""

Signals = dict[str, float]


@dataclass(frozen=True, slots=True)
class Rows:
    """The signals of a part's question, and of its turns and memories, in their order."""

    question: Signals
    turns: tuple[Signals, ...]
    memories: tuple[Signals, ...]


def add_confidences(part: SubQueryResult, model: str, confidences: Confidences | None = None) -> SubQueryResult:
    """Set the confidence of each hit of a part, and how likely any of them answers its question."""
    known = (confidences or shipped_weights()).of(kind_of(add_as_turns(part), model))
    rows = rows_of(part, model)
    answers = known.question.probability(rows.question) if part.turns.hits or part.memories else 0.0
    if part.intent is Intent.ENTITY_PROFILE and _is_spoken_of(part):
        answers = max(answers, KNOWN)
    lack = find_missing_slot(part, model) if answers >= known.answers_from else None
    if lack and lack.surely:
        answers = LACKING * known.answers_from
    turns = tuple(
        replace(hit, confidence=round(answers * known.turn.probability(row), 4))
        for hit, row in zip(part.turns.hits, rows.turns, strict=True)
    )
    memories = tuple(
        replace(hit, confidence=round(answers * known.memory.probability(row), 4))
        for hit, row in zip(part.memories, rows.memories, strict=True)
    )
    if lack:  # hits that do not even say the name answer nothing
        turns = tuple(hit if hit.drawer.pointer in lack.named else replace(hit, confidence=0.0) for hit in turns)
        memories = tuple(hit if lack.named & {*hit.sources} else replace(hit, confidence=0.0) for hit in memories)
    return adjust_by_name(
        replace(
            part,
            turns=replace(part.turns, hits=turns),
            memories=memories,
            answerable=round(answers, 4),
            answers_from=known.answers_from,
            by_plans=False,
        )
    )


def is_answerable(parts: Sequence[SubQueryResult]) -> bool:
    """Whether any part's `answerable` reaches its threshold."""
    return any(part.answerable >= part.answers_from for part in parts)


def keep_answerable(found: QueryHits) -> tuple[QueryHits, frozenset[str]]:
    """Keep the hits of answerable parts if others are not; return these and the ids left out.
    A part that plans answer keeps its hits of at least LIKELY."""
    parts = [part for part in found.parts if part.answerable >= part.answers_from]
    if not parts or (len(parts) == len(found.parts) and not any(part.by_plans for part in parts)):
        return found, frozenset()
    kept = frozenset(id_ for part in parts for id_ in _staying(part))
    hits = tuple(hit for hit in found.turns.hits if hit.drawer.id in kept)
    memories = tuple(hit for hit in found.memories if hit.memory.id in kept)
    every = {hit.drawer.id for hit in found.turns.hits} | {hit.memory.id for hit in found.memories}
    return replace(found, turns=replace(found.turns, hits=hits), memories=memories), frozenset(every - kept)


def _staying(part: SubQueryResult) -> Iterator[str]:
    """Ids of the hits of a part that stay."""
    for hit in part.turns.hits:
        if not part.by_plans or hit.confidence >= LIKELY:
            yield hit.drawer.id
    for one in part.memories:
        if not part.by_plans or one.confidence >= LIKELY:
            yield one.memory.id


def names_of(part: SubQueryResult) -> tuple[list[str], list[str]]:
    """Split the question's names into those found in the best turns or as their speakers, and the rest."""
    names = [word for word in query_words(part.query, part.language) if word.weight >= NAME]
    read = " ".join(f"{hit.drawer.speaker} {hit.drawer.text}" for hit in add_as_turns(part).turns.hits[:BEST])
    said = find_words(names, read)
    return (
        [name.text for place, name in enumerate(names) if place in said],
        [name.text for place, name in enumerate(names) if place not in said],
    )


def _is_spoken_of(part: SubQueryResult) -> bool:
    """Whether the question names somebody, and the best turns contain all its names."""
    said, unsaid = names_of(part)
    return bool(said) and not unsaid


def rows_of(part: SubQueryResult, model: str) -> Rows:
    """Compute the signals of a part."""
    words = query_words(part.query, part.language)
    known = trust(model, part.language.value)
    said = add_as_turns(part)
    question = _question(said, words, known, model)
    rows = zip(said.turns.hits, _turns(said, question), strict=True)
    turns = {hit.drawer.id: row for hit, row in rows}
    return Rows(question, tuple(turns[hit.drawer.id] for hit in part.turns.hits), tuple(_memories(part, question)))


def _question(part: SubQueryResult, words: Sequence[QueryWord], known: float, model: str) -> Signals:
    turns, memories = part.turns.hits[:BEST], part.memories[:BEST]
    reading = reading_of(part.query, part.language, model)
    said = [
        find_words(words, f"{hit.drawer.speaker} {hit.drawer.text}", abroad=reading.is_foreign(hit.drawer.language))
        for hit in turns
    ]
    names = frozenset(place for place, word in enumerate(words) if word.weight >= NAME)
    topic = frozenset(range(len(words))) - names
    together = frozenset().union(*said[:LEADERS])
    meanings = sorted((hit.signals.get("meaning", 0.0) for hit in turns), reverse=True)
    further = sorted((hit.signals.get("meaning", 0.0) for hit in part.turns.hits[:FURTHER]), reverse=True)
    similar = sorted((hit.signals.get("similarity", 0.0) for hit in memories), reverse=True)
    words_said = [hit.signals.get("words", 0.0) for hit in turns]
    length = math.log1p(sum(len(hit.drawer.text) for hit in turns) / max(len(turns), 1) / USUAL)
    signals = {
        "meaning": known * max(meanings, default=0.0),
        "meaning_of_three": known * sum(meanings[:3]) / 3,
        "stated": known * _most(turns, "stated"),
        "around": known * _most(turns, "around"),
        "words": _most(turns, "words"),
        "words_together": _share(words, frozenset(range(len(words))), together),
        "words_of_first": turns[0].signals.get("words", 0.0) if turns else 0.0,
        "topic": max((_share(words, topic, mine) for mine in said), default=0.0),
        "topic_together": _share(words, topic, together),
        "bearing": _most(turns, "bearing"),
        "memory": known * _most(memories, "similarity"),
        "memory_words": _most(memories, "words"),
        "unnamed": 1.0 - _share(words, names, frozenset().union(*said)) if names else 0.0,
        "long": min(len(words) / MANY, 1.0),
        "margin": _margin(meanings[:1], meanings[-1:]),
        "margin_of_first": _margin(meanings[:1], meanings[1:2]),
        "margin_of_all": _margin(further[:1], further),
        "memory_margin": _margin(similar[:1], similar[-1:]),
        "words_margin": max(words_said, default=0.0) - sum(words_said) / max(len(turns), 1),
        "length": length,
    }
    named = float(bool(names))
    signals |= {f"{name} long": signals[name] * length for name in ("words", "meaning")}
    signals |= {f"{name} named": signals[name] * named for name in ("meaning", "words", "topic_together", "stated")}
    met = {TOKENS: _most(turns, TOKENS), **part.tokens} if part.tokens else {}
    return signals | {"named": named} | met


def _margin(best: Sequence[float], rest: Sequence[float]) -> float:
    """The best value less the mean of the rest; 0 if either is empty."""
    return best[0] - sum(rest) / len(rest) if best and rest else 0.0


def _share(words: Sequence[QueryWord], among: frozenset[int], said: frozenset[int]) -> float:
    """0–1: the weighted share of the words at `among` that are in `said`; 0 for no words."""
    total = sum(words[place].weight for place in among)
    return sum(words[place].weight for place in among & said) / total if total else 0.0


def _turns(part: SubQueryResult, question: Signals) -> list[Signals]:
    hits = part.turns.hits
    highest = max((hit.score for hit in hits), default=0.0) or 1.0
    voices = _voices(part.memories)
    nearest = _most(hits, TOKENS)
    rows = []
    for place, hit in enumerate(hits):
        signals = hit.signals
        met = {name: signals[name] for name in (TOKENS, LEAST, BACK) if name in signals}
        rest = hits[place + 1].score if place + 1 < len(hits) else 0.0
        rows.append({
            **{name: signals.get(name, 0.0) for name in ("meaning", "stated", "around", "words", "names", "room")},
            "tells": signals.get("tells", 1.0),
            "bridge": signals.get("bridge", 0.0),
            "share": hit.score / highest,
            "lead": (hit.score - rest) / highest,
            "place": math.log1p(place),
            "is_first": float(place == 0),
            "behind": question["meaning"] - signals.get("meaning", 0.0),
            "fewer_words": question["words"] - signals.get("words", 0.0),
            "by_vector": _rank(hit.ranks, "vector"),
            "by_text": _rank(hit.ranks, "text"),
            "voice": voices.get(hit.drawer.pointer, 0.0),
            "is_answer": float(hit.drawer.role == Role.ASSISTANT),
            "long": question["long"],
            **met,
            **({"tokens_behind": nearest - met[TOKENS]} if met else {}),
        })  # fmt: skip
    return rows


def _memories(part: SubQueryResult, question: Signals) -> list[Signals]:
    hits, turns = part.memories, part.turns.hits
    highest = max((hit.score for hit in hits), default=0.0) or 1.0
    top = max((hit.score for hit in turns), default=0.0) or 1.0
    sources = {hit.drawer.pointer: (place, hit.score / top) for place, hit in enumerate(turns)}
    tokens = {hit.drawer.pointer: hit.signals[TOKENS] for hit in turns if TOKENS in hit.signals}
    rows = []
    for place, hit in enumerate(hits):
        signals = hit.signals
        known = [sources[pointer] for pointer in hit.sources if pointer in sources]
        # A memory that a person edited or an agent recorded has no turn: its own place and score stand for it.
        first, share = min(known, default=(len(turns), 0.0)) if hit.sources else (place, hit.score / highest)
        met = [tokens[pointer] for pointer in hit.sources if pointer in tokens]
        rows.append({
            **{name: signals.get(name, 0.0) for name in ("similarity", "words", "names", "importance")},
            "share": hit.score / highest,
            "place": math.log1p(place),
            "is_first": float(place == 0),
            "behind": question["memory"] - signals.get("similarity", 0.0),
            "source": math.log1p(first),
            "source_share": share,
            "by_vector": _rank(hit.ranks, "vector"),
            "by_text": _rank(hit.ranks, "text"),
            "long": question["long"],
            **({TOKENS: max(met)} if met else {}),
        })  # fmt: skip
    return rows


def _voices(memories: Sequence[MemoryHit]) -> dict[str, float]:
    """By a turn's pointer, the score of its best memory as a share of the highest memory score."""
    highest = max((hit.score for hit in memories), default=0.0) or 1.0
    voices: dict[str, float] = {}
    for hit in memories[:BEST]:
        for pointer in hit.sources:
            voices[pointer] = max(voices.get(pointer, 0.0), hit.score / highest)
    return voices


def _rank(ranks: Mapping[str, int], retriever: str) -> float:
    """1 / (1 + ln rank) in a retriever's list; 0 for a hit it did not find."""
    return 1 / (1 + math.log(ranks[retriever])) if retriever in ranks else 0.0


def _most(hits: Sequence[Hit | MemoryHit], name: str) -> float:
    return max((hit.signals.get(name, 0.0) for hit in hits), default=0.0)


@cache
def shipped_weights() -> Confidences:
    """The shipped weights, learned from all the data; reads the file once."""
    return parse_weights(json.loads((files("graphmem.services") / FILE).read_text("utf-8")))


def parse_weights(kept: Mapping[str, Any]) -> Confidences:
    """Parse one section of the file."""
    return Confidences({kind: _read(kept[kind]) for kind in KINDS})


def _read(kept: Mapping[str, Any]) -> Confidence:
    return Confidence(_head(kept["question"]), _head(kept["turn"]), _head(kept["memory"]), kept["answers_from"])


def _head(kept: Mapping[str, Any]) -> Head:
    signals = kept["signals"]
    mean, scale, weights = zip(*signals.values(), strict=True)
    return Head(tuple(signals), mean, scale, weights, kept["bias"])
