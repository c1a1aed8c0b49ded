"""Keep value: how much a memory is worth keeping awake, within one owner.

The mean of four ranks: *specifics* that no other awake memory states, *information* (the sum of its words' idf, Spärck
Jones, J. Documentation 28(1), 1972), *use* in different questions, and the *outcome*. Ranks, since the four have no
common scale. The half of a year's talk that it keeps answers nearly as much as all of it; the newest half answers less
than a random one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

OUTCOME_WEIGHT = 0.5
"""Weight of the outcome's rank; each other rank has 1. Few memories have outcomes."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The inputs of a keep value.

    `specifics` are the numbers, dates and names it states, in one spelling; `words` its content words, each once;
    `questions` the number of different ones it was shown for; `utility` 0–1 as of now.
    """

    id: str
    specifics: Collection[str]
    words: Collection[str]
    questions: int = 0
    utility: float = 0.5


def keep_values(memories: Sequence[Worth]) -> dict[str, float]:
    """The keep value 0–1 of each, by id; near 0 if unused, uninformative and stated by others as well."""
    if not memories:
        return {}
    stating = Counter(specific for one in memories for specific in one.specifics)
    using = Counter(word for one in memories for word in one.words)
    count = len(memories)
    signals = (
        (1.0, [float(sum(stating[specific] == 1 for specific in one.specifics)) for one in memories]),
        (1.0, [float(sum(np.log((1 + count) / using[word]) for word in sorted(one.words))) for one in memories]),
        (1.0, [float(one.questions) for one in memories]),
        (OUTCOME_WEIGHT, [one.utility for one in memories]),
    )
    total = sum(weight * _ranks(values) for weight, values in signals) / sum(weight for weight, _ in signals)
    return {one.id: float(value) for one, value in zip(memories, np.asarray(total), strict=True)}


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Ranks on 0–1; ties share their mean rank, so that order has no effect."""
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    first = np.searchsorted(ordered, values, side="left")
    last = np.searchsorted(ordered, values, side="right")
    return (first + last) / (2 * len(values))
