"""From the best hits to what they name: the second step of a question that needs several texts.

"Where was the founder of X born?" is answered by a text about the founder, whom only the text about X names. Following
what the best texts mention is the second hop of multi-hop retrieval (after Asai et al., Learning to retrieve reasoning
paths over Wikipedia graph, ICLR 2020, without its trained parts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from graphmem.cognition.scoring import Signal

LEADERS = 2
"""Best hits whose names are followed. From the third on, names mislead as often as they lead."""

COMMON = 8
"""Candidates that say a name from which on it tells nothing about any of them."""


def bonuses(relevance: Signal, named: Mapping[int, Sequence[Sequence[int]]]) -> Signal:
    """What each candidate gains, 0–1: the highest of (relevance of the leader) / √(how many say the name).

    `relevance` is 0–1 by candidate. `named` holds for each leading candidate and each of its names the candidates that
    say it; the leader itself does not count.
    """
    gained = np.zeros(len(relevance), dtype=np.float64)
    for leader, groups in named.items():
        for group in groups:
            others = [place for place in group if place != leader]
            if 0 < len(others) <= COMMON:
                share = float(relevance[leader]) / len(others) ** 0.5
                gained[others] = np.maximum(gained[others], share)
    return gained
