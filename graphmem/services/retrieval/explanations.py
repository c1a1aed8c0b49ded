"""Why a hit was chosen, in words that are so: each is said only where what it tells holds by itself.

Signals are scaled within one answer and order it; whether something means the same or shares the words of the question
is told by absolute figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.memory import Memory

SAME_FROM, NEAR_FROM = 0.65, 0.35
"""Calibrated similarity (`calibration.answering`) from which a text means much the same, and from which it is near. Of
LoCoMo's development half the memories behind the evidence are in the median at the first, other candidates below the
second."""

MOST_WORDS = 0.6
"""Share of the question's words from which a text shares them, not some of them."""

HIGH = 10
"""Rank in every search up to which a hit ranks high in all of them."""

LATELY_DAYS = 30.0
IMPORTANT_FROM = 0.6
UNPROVED = 0.5
"""The utility that every memory begins with."""

BEST = "is among the best there is"
"""What is left to say of a hit of which nothing else holds."""

GRAPH = {
    "causes": "lies on a causal chain",
    "hub": "is about who is asked about",
    "related": "is linked to another hit",
    "near": "was said beside another hit",
    "together": "was often recalled with another hit",
    "mind": "is held in mind by the session",
}
"""How a memory came in that words and meaning alone would not have found."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is so of a hit whatever else was found, each 0–1: how near it is in meaning, the share of the question's
    words it says, how near the nearest of its statements is, the turns around it, the best other turn of its room, and
    the time it is of to the one asked about.
    """

    meaning: float = 0.0
    words: float = 0.0
    stated: float = 0.0
    around: float = 0.0
    room: float = 0.0
    time: float = 0.0


def of_turn(shares: Mapping[str, float], facts: Facts, bears_from: float, *, everywhere: bool) -> str:
    """The one or two signals that carried a turn and say something true of it; `shares` are their parts of its score.

    `bears_from` is what a turn of the room must reach for the room to be about the question.
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
    """How a memory came in when only the graph found it, and the strongest of what scored it and is so.

    `days` since it was used last; `retrievers` that found it.
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
    """What is among the first of every search that found anything, of two searches at least."""
    firsts = [frozenset(ids[:HIGH]) for ids in rankings if ids]
    return frozenset.intersection(*firsts) if len(firsts) > 1 else frozenset()


def _strongest(shares: Mapping[str, float], told: Mapping[str, str]) -> Iterable[str]:
    order = sorted((name for name in shares if shares[name] > 0), key=lambda name: -shares[name])
    return dict.fromkeys(text for name in order if (text := told.get(name, "")))


def _meaning(value: float, same: str, near: str) -> str:
    return same if value >= SAME_FROM else near if value >= NEAR_FROM else ""


def _words(share: float) -> str:
    return "shares its words" if share >= MOST_WORDS else "shares some of its words" if share > 0 else ""
