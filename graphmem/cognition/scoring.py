"""The linear scorer: named signals, each 0–1 within the pool, and named profiles of weights.

Min–max normalisation within the pool before a weighted sum keeps the magnitudes that rank fusion discards (Fox and
Shaw, TREC-2 1994, CombSUM; Lee, SIGIR 1997, for the normalisation).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Signal = NDArray[np.float64]
"""One value per candidate, in the pool's order."""

OWN, BEFORE, AFTER = 1.0, 0.5, 0.3
"""Weights of a turn and of the turns before and after it, in its similarity in context."""

PASSAGE_COMPANY = 0.15
"""Share of its neighbours' and room's support that counts for a passage nobody spoke (a document's).
Such a passage stands alone, where a turn answers the one before."""

FOREIGN_TEXT = 0.4
"""Weight of shared words, mostly names and numbers, across languages that the embedder knows.
On XQuAD's development half, en→tr and tr→en recall@1 are 85.7 and 81.3, at full weight 82.0 and 81.8."""

UNSTATED = 2.5
"""Share of the weight of a turn's own similarity if no turn has a memory, as for documents filed
without memories: it is then all that is known of a single turn."""

ASKED = 0.2
"""Degree, 0–1, to which a turn of usual length that tells and asks counts as a mere question.
LoCoMo alone would have 0.4 (@5 77.0 instead of 76.6), BEAM loses a point of it."""

ROOM_BEST = 3
"""Number of best candidates of a room whose mean is its prior."""

FEW_ROOMS = 5
"""Number of rooms at which their prior has half of its weight: if all is in three long rooms, it says
little about the answer's room (BEAM recall@10 56.3, with this 59.2; LoCoMo, with twenty to thirty rooms, the same; a
trial over stored retrievers)."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A row of weights. `room` is applied after the others, to the sum that they make."""

    name: str
    weights: Mapping[str, float]
    room: float


RELEVANCE = Profile(
    "relevance",
    {
        **{"text": 1.0, "similarity": 0.4, "context": 1.0, "speaker": 0.15, "memory": 0.3, "rrf": 0.1},
        **{"statement": 0.3, "tells": 0.25, "bridge": 0.8},
    },
    room=1.8,
)
"""For search boxes and evaluation: fitted with `tests.evals tune` on LoCoMo's development half.
Each of its five conversations was held out in turn, and BEAM, MuSiQue and XQuAD did not fall. A turn's own similarity
has little weight beside its nearest statement's and its neighbours', which include most of it. With 0.3 for the
speaker, questions that name the wrong person lose six points of recall@10."""

SHARPNESS = 1.5
"""Power applied to similarities on 0–1: a small model's cosines crowd in the middle, where they say
little."""


STATED_SHARPNESS = 2.0
"""The same for statements, of which only the nearest ones are used."""

SCATTERED_ROOM = 0.375
SCATTERED: Mapping[str, float] = {"statement": 2.0, "speaker": 2.0}
"""Factors on the weights if several things are asked for: they were said in several conversations,
in passing, and by the person asked about. LoCoMo's multi-hop recall@10 52.9 before, with a weight on statements 55.3,
and twice of it here 57.6; all questions 83.3, 83.6 and 84.0 (trials over stored retrievers)."""


def scattered(profile: Profile) -> Profile:
    """The profile for a question whose answer is in several rooms."""
    weights = {name: weight * SCATTERED.get(name, 1.0) for name, weight in profile.weights.items()}
    return Profile(profile.name, weights, profile.room * SCATTERED_ROOM)


def unstated(profile: Profile) -> Profile:
    """The profile without memories near the turns."""
    return Profile(
        profile.name, {**profile.weights, "similarity": profile.weights["similarity"] * UNSTATED}, profile.room
    )


def trusting(profile: Profile, trust: float) -> Profile:
    """The profile with the embedder's weight scaled by its knowledge of the language, 0–1."""
    if trust == 1.0:
        return profile
    meant = ("similarity", "context", "statement")
    weights = {name: weight * trust if name in meant else weight for name, weight in profile.weights.items()}
    return Profile(profile.name, weights, profile.room)


def min_max(values: Signal) -> Signal:
    """Scale to 0–1 within the pool; a pool without spread becomes all zero, since it has no information."""
    if values.size == 0:
        return values
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def sharpened(values: Signal, power: float) -> Signal:
    """Scale to 0–1, with values near the best spread out."""
    return min_max(values) ** power


def similarity_in_context(own: Signal, before: Signal, after: Signal) -> Signal:
    """Weighted mean of a turn's similarity with its neighbours', on the scale of `own`.

    A missing neighbour is NaN and counts as the turn itself, so that the first and last turns of a room are not
    punished for their place. One embedding per turn thus serves two signals.
    """
    earlier = np.where(np.isnan(before), own, before)
    later = np.where(np.isnan(after), own, after)
    return (OWN * own + BEFORE * earlier + AFTER * later) / (OWN + BEFORE + AFTER)


def in_company(alone: Signal, together: Signal, company: Signal | None) -> Signal:
    """A signal weighted by each candidate's company, 0–1; None: unchanged."""
    if company is None:
        return together
    return np.where(company == 1.0, together, alone + company * (together - alone))


def room_prior(scores: Signal, rooms: Sequence[str]) -> Signal:
    """Mean of each room's best three scores, given to all of its candidates and scaled to 0–1.

    A conversation that answers a question tends to do so in several turns.
    """
    best: dict[str, list[float]] = {}
    for score, room in zip(scores.tolist(), rooms, strict=True):
        best.setdefault(room, []).append(score)
    mean = {room: _mean(sorted(found, reverse=True)[:ROOM_BEST]) for room, found in best.items()}
    return min_max(np.array([mean[room] for room in rooms], dtype=np.float64))


def _mean(values: Sequence[float]) -> float:
    # np.mean costs ten times as much on three numbers, and a pool may have hundreds of rooms.
    return sum(values) / len(values)


def combine(
    signals: Mapping[str, Signal], rooms: Sequence[str], profile: Profile, company: Signal | None = None
) -> tuple[Signal, dict[str, Signal]]:
    """Weighted sum under a profile, scaled to 0–1, with every signal that entered it ("room" included).

    `signals` are already on 0–1. A signal the profile does not know has no weight. `company` 0–1 is how far a
    candidate's room speaks for it.
    """
    size = len(rooms)
    total = np.zeros(size, dtype=np.float64)
    for name, values in signals.items():
        total += profile.weights.get(name, 0.0) * values
    prior = in_company(min_max(total), room_prior(total, rooms), company) if size else total
    count = len(set(rooms))
    weight = profile.room * count / (count + FEW_ROOMS)
    return (total + weight * prior) / _highest(profile), {**signals, "room": prior}


def share(name: str, values: Signal, profile: Profile) -> Signal:
    """The addition of a later signal to scores that `combine` made under the profile."""
    return profile.weights.get(name, 0.0) / _highest(profile) * values


def _highest(profile: Profile) -> float:
    return sum(profile.weights.values()) + profile.room
