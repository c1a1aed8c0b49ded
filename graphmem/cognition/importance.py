"""Importance of a new memory by novelty, arousal, reward and attention, and its initial stability.

The model is the three-signal view of hippocampal encoding (Lisman and Grace, The hippocampal-VTA loop, Neuron 46(5),
2005). Initial stabilities are FSRS-6's own for the first rating (Again, Hard, Good, Easy), in days.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from math import prod

from graphmem.model.category import Category
from graphmem.model.memory import Manner, Stake

NOVELTY, AROUSAL, REWARD, ATTENTION = 0.25, 0.30, 0.25, 0.20
"""Weights of the channels; they sum to 1."""

LEAST_BOOST, MOST_BOOST = 0.7, 1.3
"""Range of the encoding boost."""

BOOST: Mapping[Category, float] = {
    Category.POLICY: MOST_BOOST,
    Category.PITFALL: MOST_BOOST,
    Category.DECISION: MOST_BOOST,
    Category.CORRECTION: 1.25,
    Category.WORKFLOW: 1.2,
    Category.ARCHITECTURE: 1.2,
    Category.PREFERENCE: 1.15,
    Category.OTHER: 0.8,
}
"""The encoding boost of a kind of statement; kinds about people and days have `ORDINARY_BOOST`.
Rules, decisions and pitfalls decide later actions and are said once. Ways of building and people's wishes are asked
repeatedly. Statements without a category are mostly talk."""

ORDINARY_BOOST = 1.1
"""Boost of a fact, an event, a plan, a profile: just above 1, since it was worth remembering at all."""

TOLD_BOOST = 0.95
"""Factor if no words of the statement name its kind: examples guessed it, and are right less often."""

STAKED: Mapping[Stake, float] = {Stake.SECURITY: 0.6, Stake.FAILURE: 0.5, Stake.DEADLINE: 0.4, Stake.DUTY: 0.4}
"""Arousal by what depends on a statement, about that of one strong word of feeling.
A leak cannot be undone, a failure costs now, deadlines and duties later. A security rule is critical, others high."""

BINDING: frozenset[Category] = frozenset({Category.POLICY, Category.PITFALL, Category.DECISION})
BINDING_AROUSAL = 0.5
"""Arousal of statements that bind or warn: their speaker is calm, but ignoring them does harm.
With feelings alone, every rule was as low as a remark about the weather."""

UNKNOWN_REWARD = 0.5
"""Reward if no memory is near enough to tell."""


class Level(StrEnum):
    """Bands of importance."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"
    CRITICAL = "critical"


FROM = {Level.CRITICAL: 0.8, Level.HIGH: 0.6, Level.NORMAL: 0.4, Level.LOW: 0.0}
"""The least importance of each level, highest first."""

STABILITY_DAYS = {Level.LOW: 0.212, Level.NORMAL: 1.2931, Level.HIGH: 2.3065, Level.CRITICAL: 8.2956}


def importance(*, novelty: float, arousal: float, reward: float, attention: float, boost: float = 1.0) -> float:
    """Weighted sum of the channels times the encoding boost, 0–1.

    Channels are 0–1, `boost` is held to 0.7–1.3.
    """
    channels = ((NOVELTY, novelty), (AROUSAL, arousal), (REWARD, reward), (ATTENTION, attention))
    total = sum(weight * _unit(value) for weight, value in channels)
    return _unit(total * min(max(boost, LEAST_BOOST), MOST_BOOST))


def boost(category: Category, manner: Manner) -> float:
    """The encoding boost from a statement's kind and manner, 0.7–1.3."""
    if manner is Manner.DELIBERATE:
        return MOST_BOOST
    if manner is Manner.CHAT:
        return LEAST_BOOST
    kind = BOOST.get(category, ORDINARY_BOOST)
    return kind if manner is Manner.DECLARED else kind * TOLD_BOOST


def arousal(felt: float, stakes: Iterable[Stake], category: Category) -> float:
    """The arousal of a statement, 0–1: its feeling and its stakes as independent signs."""
    signs = [felt, *(STAKED[stake] for stake in stakes)]
    if category in BINDING:
        signs.append(BINDING_AROUSAL)
    return 1 - prod(1 - _unit(sign) for sign in signs)


def reward(utilities: Sequence[float]) -> float:
    """Mean utility of the nearest memories, 0–1; 0.5 of none."""
    return sum(utilities) / len(utilities) if utilities else UNKNOWN_REWARD


def level(importance: float) -> Level:
    """The band of an importance of 0–1."""
    return next((level for level, least in FROM.items() if importance >= least), Level.LOW)


def initial_stability(importance: float) -> float:
    """Days until retention has fallen to 90 %, for a memory just stored."""
    return STABILITY_DAYS[level(importance)]


def _unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)
