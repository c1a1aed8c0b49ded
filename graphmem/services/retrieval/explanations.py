"""Explains in words why a hit was chosen; each phrase is used only if it is true of the hit itself.

Signals are scaled within one answer, so they rank hits but prove nothing. Absolute figures (`Facts`) decide whether a
hit means the same or shares the question's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.memory import Memory

SAME_FROM, NEAR_FROM = 0.65, 0.35
"""Calibrated similarity (`calibration.answering`) of texts that mean much the same, and of near ones.
On LoCoMo's development half the evidence's memories have the first as their median; other candidates are below the
second."""

MOST_WORDS = 0.6
"""Share of the question's words from which a text "shares its words" instead of "some of its words"."""

HIGH = 10
"""Last rank that counts as high in a search."""

LATELY_DAYS = 30.0
IMPORTANT_FROM = 0.6
UNPROVED = 0.5
"""The initial utility of every memory."""

BEST = "is among the best there is"
"""The reason of a hit for which no other phrase is true."""

GRAPH = {
    "causes": "lies on a causal chain",
    "hub": "is about who is asked about",
    "related": "is linked to another hit",
    "near": "was said beside another hit",
    "together": "was often recalled with another hit",
    "mind": "is held in mind by the session",
}
"""Phrases for graph retrievers, for memories that words and meaning alone would miss."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Absolute facts about a hit, each 0–1 and independent of the other hits' scores.
    `meaning` is its nearness to the question, `words` the share of the question's words in it, `stated` the nearness
    of its nearest memory, `around` that of the turns around it, `room` the best bearing of another turn of its room,
    `time` its nearness to the time asked about."""

    meaning: float = 0.0
    words: float = 0.0
    stated: float = 0.0
    around: float = 0.0
    room: float = 0.0
    time: float = 0.0


def of_turn(shares: Mapping[str, float], facts: Facts, bears_from: float, *, everywhere: bool) -> str:
    """Explain a turn by its one or two strongest signals with a true phrase; `shares` are their scores.

    `bears_from` is the bearing that another turn of the room needs for the room to be about the question.
    """
    told = {
        "similarity": _meaning(facts.meaning, "means much the same", "is near in meaning"),
        "statement": _meaning(facts.stated, "states something that means much the same", "states something near it"),
        "memory": "is the source of a memory about it" if facts.stated >= NEAR_FROM else "",
        "text": _words(facts.words),
        "context": "was said among turns about it" if facts.around >= NEAR_FROM else "",
        "room": "comes from a conversation about it" if facts.room >= bears_from else "",
        "speaker": "was said by the person asked about",
        "rrf": "ranks high in every search" if everywhere else "",
        "bridge": "says a name that a better hit brought up",
    }
    return " and ".join(list(_strongest(shares, told))[:2]) or BEST


def of_memory(
    shares: Mapping[str, float],
    facts: Facts,
    memory: Memory,
    days: float,
    retrievers: Iterable[str],
    *,
    everywhere: bool,
) -> str:
    """Explain a memory by a graph retriever that found it, if decisive, and its strongest true signal.

    `days` since its last use; `retrievers` are those that found it.
    """
    near = _meaning(facts.meaning, "means much the same", "is near in meaning")
    told = {
        "similarity": near,
        "closeness": near,
        "text": _words(facts.words),
        "activation": "was used lately" if memory.access_count and days <= LATELY_DAYS else "",
        "importance": "is important" if memory.importance >= IMPORTANT_FROM else "",
        "rrf": "ranks high in every search" if everywhere else "",
        "utility": "proved useful" if memory.utility > UNPROVED else "",
        "emotion": "has the same feeling",
        "temporal": "is of the time asked about" if facts.time >= 1 else "",
        "preference": "tells what somebody likes",
    }
    by = set(retrievers)
    led = [GRAPH[retriever] for retriever in ("causes", "hub") if retriever in by]
    if not led and not by & {"vector", "text"}:
        led = [text for retriever, text in GRAPH.items() if retriever in by]
    return " and ".join((*led[:1], *list(_strongest(shares, told))[:1])) or BEST


def high_everywhere(rankings: Iterable[Sequence[str]]) -> frozenset[str]:
    """Ids in the first HIGH of every ranking that is not empty; none for fewer than two rankings."""
    firsts = [frozenset(ids[:HIGH]) for ids in rankings if ids]
    return frozenset.intersection(*firsts) if len(firsts) > 1 else frozenset()


def _strongest(shares: Mapping[str, float], told: Mapping[str, str]) -> Iterable[str]:
    order = sorted((name for name in shares if shares[name] > 0), key=lambda name: -shares[name])
    return dict.fromkeys(text for name in order if (text := told.get(name, "")))


def _meaning(value: float, same: str, near: str) -> str:
    return same if value >= SAME_FROM else near if value >= NEAR_FROM else ""


def _words(share: float) -> str:
    return "shares its words" if share >= MOST_WORDS else "shares some of its words" if share > 0 else ""
