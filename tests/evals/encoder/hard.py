"""Pairs of sentences of one talk that an encoder wrongly takes for a change: what it must be shown next.

In a talk of fifty sentences a thousand pairs end nothing. Shown by chance or by their words they teach little: what an
encoder confuses are numbers, days and tools of two things, which it finds best itself (hard negatives; Xiong et al.,
ANCE, ICLR 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from graphmem.cognition.logistic import Logistic
from graphmem.providers.tuned_encoder import TunedEncoder
from tests.evals.encoder.endings import GATE, SUPERSEDE, Pair, sentences_apart
from tests.evals.encoder.judging import say
from tests.evals.encoder.rows import pair_vector

A_SENTENCE = 2
"""Earlier sentences, the likeliest to be ended by one that ends none of them, that are shown."""

MOST = 20
"""Earlier sentences among which they are looked for: all of them would be 170,000 pairs."""

LEAST = 0.3
"""Probability of a change below which a pair teaches nothing."""


def hard_negatives(
    encoder: TunedEncoder,
    heads: Mapping[str, Logistic],
    wanted: Callable[[str], bool],
    news: Callable[[str], None] = print,
) -> list[Pair]:
    """What `wanted` writers' talks leave as it is and an encoder takes for ended; six milliseconds a pair."""
    found: list[Pair] = []
    for number, told in enumerate(sentences_apart(wanted, np.random.default_rng(0), MOST), start=1):
        found += _hardest(encoder, heads[GATE], told)
        if number % 1000 == 0:
            news(f"{number} sentences read, {len(found)} hard pairs")
    return found


def _hardest(encoder: TunedEncoder, head: Logistic, told: Sequence[Pair]) -> list[Pair]:
    """The likeliest changes of the pairs of one sentence, none of which is one."""
    judged = [(say(head, pair_vector(encoder, one.old, one.new))[SUPERSEDE], one) for one in told]
    likely = sorted((one for one in judged if one[0] >= LEAST), key=lambda one: -one[0])
    return [pair for _, pair in likely[:A_SENTENCE]]
