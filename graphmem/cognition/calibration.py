"""Calibration: raw cosines on the scale of text-embedding-3-small, on which the gate's bands are.

A monotone, piecewise linear map per embedder, fitted by isotonic regression (pool adjacent violators; Barlow,
Bartholomew, Bremner and Brunk, 1972) on pairs labelled with the gate's right action.
"""

from __future__ import annotations

import math
from bisect import bisect_right

Knots = tuple[tuple[float, float], ...]
"""Rising (raw cosine, calibrated similarity) points; the map is linear between them, flat outside."""

CALIBRATIONS: dict[str, Knots] = {
    "bge-small-en-v1.5-q": (
        *((-1.0, 0.0), (0.5481, 0.45), (0.8119, 0.8433), (0.8562, 0.8605), (0.9282, 0.892), (0.9585, 0.932)),
        *((0.9676, 0.9483), (0.9954, 0.97), (1.0, 1.0)),
    ),
    "all-minilm-l6-v2-q": (
        *((-1.0, 0.0), (0.1633, 0.45), (0.6365, 0.7154), (0.7161, 0.7653), (0.8224, 0.8546), (0.93, 0.9067)),
        *((0.9475, 0.9537), (1.0, 1.0)),
    ),
    "multilingual-e5-small-int8": (
        *((-1.0, 0.0), (0.8275, 0.45), (0.8897, 0.5718), (0.9248, 0.8459), (0.9481, 0.866), (0.9526, 0.8833)),
        *((0.9781, 0.957), (0.9987, 0.97), (1.0, 1.0)),
    ),
}
"""By embedder, fitted on the tuned-on part of the gate's labelled pairs without traps.
Targets: reinforce 0.97, update 0.84, supersede 0.78, unrelated 0.45 (being fewer, counted three times)."""

IDENTITY: Knots = ((-1.0, -1.0), (1.0, 1.0))
"""OpenAI's own models: the bands are on the scale of one of them."""

DEFAULT: Knots = ((-1.0, 0.0), (0.35, 0.5), (0.65, 0.72), (0.85, 0.88), (0.95, 0.93), (1.0, 1.0))
"""For unmeasured models: between the two measured ones, cautious at the top."""


ENGLISH_ONLY = frozenset({"bge-small-en-v1.5-q", "all-minilm-l6-v2-q"})
"""Embedders that see little more than letters in a Turkish text (XQuAD tr→tr recall@1 of bge: 49.5 %)."""

FOREIGN_TRUST = 0.25
"""Trust in such an embedder in another language."""


def trust(model: str, language: str) -> float:
    """Trust, 0–1, in a model's similarities of texts in a language."""
    return FOREIGN_TRUST if model in ENGLISH_ONLY and language != "en" else 1.0


CROSSING: dict[str, float] = {"multilingual-e5-small-int8": 0.02}
"""Half of the gap between cosines across two languages and within one.
To such a model, texts of one language have something in common. With raw cosines, with this addition and with 0.04, a
Turkish question finds its English paragraph of XQuAD first in 29.5, 58.0 and 73.9 %, an English one its Turkish in
44.4, 71.1 and 83.3 %, and within a language 97 to 99 % (part of the development half, half of it in either language).
With 0.04, though, general questions find unrelated texts in the other language, and another person's occupation ranks
above one's own."""


def crossing(model: str) -> float:
    """The addition to the cosine of two texts in different languages; 0 for an unmeasured model."""
    return CROSSING.get(model, 0.0)


QUESTIONS: dict[str, Knots] = {
    "bge-small-en-v1.5-q": (
        *((-1.0, 0.0), (0.5, 0.1), (0.6, 0.35), (0.65, 0.5), (0.7, 0.65), (0.75, 0.8), (0.8, 0.9), (0.9, 1.0)),
        (1.0, 1.0),
    ),
    "multilingual-e5-small-int8": (
        *((-1.0, 0.0), (0.77, 0.1), (0.79, 0.13), (0.825, 0.33), (0.847, 0.5), (0.859, 0.65), (0.874, 0.8)),
        *((0.92, 1.0), (1.0, 1.0)),
    ),
}
"""The same for questions, whose cosine to an answering statement is lower than that of like ones.
On LoCoMo's development half the memories behind the evidence have a median cosine of 0.70 to their question (middle
half 0.64 to 0.76), other candidates 0.59 (0.55 to 0.64). By bge and multilingual-e5, turns behind the evidence have
0.64 (0.59 to 0.70) and 0.84 (0.82 to 0.86), any turns 0.51 and 0.79, the nearest turn of another conversation 0.55 and
0.79, that of general questions to the sample 0.47 to 0.65 and 0.74 to 0.83, plain answers 0.67 to 0.84 and 0.85 to
0.93. At the points, both have the same share of evidence below them."""

QUESTION_DEFAULT: Knots = ((-1.0, 0.0), (0.2, 0.1), (0.35, 0.45), (0.5, 0.75), (0.7, 0.95), (1.0, 1.0))
"""For models not measured with questions."""


def answering(cosine: float, model: str) -> float:
    """Return the calibrated answer score, 0–1, of a question's cosine to a statement; it is monotone."""
    return _mapped(cosine, QUESTIONS.get(model, QUESTION_DEFAULT))


def cosine_at(similarity: float, model: str) -> float:
    """The raw cosine of `model` for a calibrated similarity 0–1: the inverse of `calibrated`."""
    knots = _knots(model)
    return _mapped(similarity, tuple((y, x) for x, y in knots))


def calibrated(cosine: float, model: str) -> float:
    """The calibrated similarity 0–1 for the `cosine` of two vectors of `model`; monotone in `cosine`."""
    return _mapped(cosine, _knots(model))


def _knots(model: str) -> Knots:
    return CALIBRATIONS.get(model) or (IDENTITY if model.startswith("text-embedding-") else DEFAULT)


def _mapped(cosine: float, knots: Knots) -> float:
    place = bisect_right(knots, (cosine, math.inf))
    if place == 0 or place == len(knots):
        return max(0.0, knots[min(place, len(knots) - 1)][1])
    (x0, y0), (x1, y1) = knots[place - 1], knots[place]
    return max(0.0, y0 + (y1 - y0) * (cosine - x0) / (x1 - x0))
