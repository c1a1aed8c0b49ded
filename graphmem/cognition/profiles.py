"""Profiles: a memory's score from its signals by named rows of weights, then boosts by the question.

The rows are those of the product's specification; `relevance` was fitted on development halves and is for search boxes.
Signals are 0–1; one that a row does not name has no weight. `similarity` is calibrated, `closeness` the cosine scaled
to 0–1 within the candidates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class ProfileName(StrEnum):
    """The rows, and CONVERSATION, which combines two of them: see `CONVERSATION`."""

    CONVERSATION = "conversation"
    COGNITIVE = "cognitive"
    UTILITY = "utility"
    EMPATHIC = "empathic"
    PALACE = "palace"
    RELEVANCE = "relevance"


PROFILES: Mapping[ProfileName, Mapping[str, float]] = {
    ProfileName.COGNITIVE: {"similarity": 0.40, "activation": 0.30, "importance": 0.15, "rrf": 0.15},
    ProfileName.UTILITY: {"similarity": 0.60, "importance": 0.20, "utility": 0.20},
    ProfileName.EMPATHIC: {"similarity": 0.45, "activation": 0.15, "importance": 0.15, "rrf": 0.10, "emotion": 0.15},
    ProfileName.PALACE: {"similarity": 0.45, "rrf": 0.25, "temporal": 0.15, "preference": 0.15},
    ProfileName.RELEVANCE: {"closeness": 0.40, "text": 0.40, "rrf": 0.20},
}
"""Recall on LoCoMo's development half: relevance 55 %, cognitive 51 %, cognitive with its boosts 43 %.
Of every fourth question, the turns behind the ten best memories; the pool holds 61 %."""

CONVERSATION = 0.1
"""The default selects by relevance; a tenth of the boosted cognitive score orders what is as relevant."""

ENTITY_BOOST, SESSION_BOOST, TOGETHER_BOOST = 0.10, 0.15, 0.05
"""Added per entity in the question, for the question's session, and for a frequent companion of a hit."""

MOOD_FACTOR, UNCERTAIN_FACTOR = 1.1, 0.5
"""Factors for the valence of the question's mood, and for memories of an unsure source."""

UNCERTAIN_BELOW = 0.3
TOGETHER_FROM = 3
"""Common recalls from which two memories boost each other."""

SUB_TIER_FACTORS = {
    "personal": 1.1, "observed": 1.0, "vicarious": 0.9, "schematic": 1.1, "procedural": 1.05, "factual": 1.0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Boosts:
    """A memory's boosts and penalties beside its signals."""

    entities: int = 0
    same_session: bool = False
    same_mood: bool = False
    together: bool = False
    sub_tier: str = "observed"
    source_confidence: float = 1.0


def composite(signals: Mapping[str, float], profile: ProfileName, *, utility_boost: float = 0.0) -> float:
    """Σ weight · signal, plus the route's share of utility if the profile has none of its own."""
    weights = PROFILES[ProfileName.COGNITIVE if profile is ProfileName.CONVERSATION else profile]
    total = sum(weight * signals.get(name, 0.0) for name, weight in weights.items())
    return total if "utility" in weights else total + utility_boost * signals.get("utility", 0.0)


def boosted(score: float, boosts: Boosts) -> float:
    """The score with its boosts: sums first, then factors."""
    score += ENTITY_BOOST * boosts.entities
    score += SESSION_BOOST * boosts.same_session + TOGETHER_BOOST * boosts.together
    score *= SUB_TIER_FACTORS.get(boosts.sub_tier, 1.0)
    if boosts.same_mood:
        score *= MOOD_FACTOR
    return score * (UNCERTAIN_FACTOR if boosts.source_confidence < UNCERTAIN_BELOW else 1.0)


def ordered(cognitive: float, signals: Mapping[str, float], profile: ProfileName, *, trust: float = 1.0) -> float:
    """The sort key: for CONVERSATION relevance, then the boosted cognitive score; else the boosted score.

    `trust` 0–1 is how far the embedder knows the question's language; words gain what its closeness loses.
    """
    if profile is not ProfileName.CONVERSATION:
        return cognitive
    relevance = composite(signals, ProfileName.RELEVANCE)
    spare = (1 - trust) * PROFILES[ProfileName.RELEVANCE]["closeness"]
    relevance += spare * (signals.get("text", 0.0) - signals.get("closeness", 0.0))
    return relevance + CONVERSATION * cognitive


LEANING = 0.1
"""An intent's addition between two about equally relevant memories: the later one for a time question,
the more useful one for preferences. Sorting by either alone put the latest before the answer: the first five memories
held the evidence in 42 % of LoCoMo's questions when twenty were wanted, in 58 when five."""


def leaning(signals: Mapping[str, float], *, newest: bool = False, useful: bool = False) -> float:
    """The addition to a score for the intent."""
    return LEANING * (newest * signals.get("recency", 0.0) + useful * signals.get("utility", 0.0))


def reliance(*, similarity: float, utility: float, importance: float, source_confidence: float) -> float:
    """Return a memory's own reliability: (0.6·s + 0.2·u + 0.2·i)·(0.5 + 0.5·source), all 0–1.

    The cognitive profile orders ties by it. It is no probability: with usual values it reaches 0.56 for a memory that
    says exactly what is asked; see `graphmem.cognition.confidence` for one.
    """
    return (0.6 * similarity + 0.2 * utility + 0.2 * importance) * (0.5 + 0.5 * source_confidence)
