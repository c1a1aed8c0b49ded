"""Emotions of a text: Ekman's six, Plutchik's trust and anticipation, neutral."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Emotion(StrEnum):
    """The labels, of which a memory has three, strongest first."""

    JOY = "joy"
    ANGER = "anger"
    FEAR = "fear"
    SADNESS = "sadness"
    SURPRISE = "surprise"
    DISGUST = "disgust"
    TRUST = "trust"
    ANTICIPATION = "anticipation"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Feeling:
    """Exactly three labels, strongest first; valence −1 to 1; arousal 0 to 1."""

    emotions: tuple[Emotion, Emotion, Emotion]
    valence: float
    arousal: float
