"""Signals of a turn from the graph, and heads that weigh them, learned from stories.

`python -m tests.evals graph --fit` writes `heads/graph.json` from one half of the stories.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from graphmem.cognition.confidence import Head

FILE = "heads/graph.json"

CHAIN, BACK = "chain", "chain_back"
"""Signals of a turn: strength of the strongest causal chain to it (0–1); 1 if it leads to causes."""

NAMED = "named"
"""Signal of a turn: 1 if it has the whole name of a profile's subject, ½ for a part of it, else 0."""

ENDED, ENDED_FROM = "ended", 0.3
"""Signal of a turn: probability that a later turn about the profile's subject ended it.
From ENDED_FROM on the block marks it, which finds 37 of 40 ended turns of stories and 9 of 155 that still hold: with
a known common subject, the judge of changes is far surer than in a whole store."""

LEAST = 1e-3
"""Lower bound of strength and confidence, before their logarithm."""


@dataclass(frozen=True, slots=True)
class GraphHeads:
    """Learned probabilities of graph signals: of links, of turns of chains, and of turns with a name.

    `link`: a link is a cause. `chain`: a turn of a chain belongs to the asked one. `named`: a turn that names a
    profile's subject is about it.
    """

    link: Head
    chain: Head
    named: float

    def chained(self, *, strength: float, steps: int, own: float) -> float:
        """The confidence (0–1) in a turn at the end of such a chain; `own` is the confidence without it."""
        return self.chain.probability(chain_signals(strength=strength, steps=steps, own=own))


def chain_signals(*, strength: float, steps: float, own: float) -> dict[str, float]:
    """The signals of a turn of a chain."""
    return {
        "strength": math.log(max(strength, LEAST)),
        "seed": float(steps == 0),
        "own": math.log(max(own, LEAST)),
    }


@cache
def graph_heads() -> GraphHeads:
    """The learned heads; reads the file once."""
    return read(json.loads((files("graphmem.services") / FILE).read_text("utf-8")))


def read(kept: Mapping[str, Any]) -> GraphHeads:
    """The heads in a file's values."""
    return GraphHeads(_head(kept["link"]), _head(kept["chain"]), float(kept["named"]))


def _head(kept: Mapping[str, Any]) -> Head:
    signals = kept["signals"]
    mean, scale, weights = zip(*signals.values(), strict=True)
    return Head(tuple(signals), mean, scale, weights, kept["bias"])
