"""How much a new memory matters: novelty, arousal, reward and attention, as in the three-signal view of hippocampal
encoding (Lisman and Grace, The hippocampal-VTA loop, Neuron 46(5), 2005), and the stability it starts with.

Initial stabilities are FSRS-6's own for the first rating (Again, Hard, Good, Easy), in days.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

NOVELTY, AROUSAL, REWARD, ATTENTION = 0.25, 0.30, 0.25, 0.20
"""Weights of the channels; they sum to 1."""

LEAST_BOOST, MOST_BOOST = 0.7, 1.3
"""Range of the encoding boost."""

UNKNOWN_REWARD = 0.5
"""Reward where no memory is near enough to tell."""


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
    """Weighted sum of the channels times the encoding boost, 0–1. Channels are 0–1, `boost` is held to 0.7–1.3."""
    channels = ((NOVELTY, novelty), (AROUSAL, arousal), (REWARD, reward), (ATTENTION, attention))
    total = sum(weight * _unit(value) for weight, value in channels)
    return _unit(total * min(max(boost, LEAST_BOOST), MOST_BOOST))


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
