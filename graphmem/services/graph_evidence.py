"""What the graph says for a turn, as signals of its own, and how much that says: heads learned from stories.

`heads/graph.json` is written by `python -m tests.evals graph --fit`, from one half of the stories.
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
"""Signals of a turn: how strong the strongest chain of causes to it is, 0–1, and 1 where that goes back to causes."""

NAMED = "named"
"""Signal of a turn: 1 where it says the whole name that a profile asks for, a half where it says a part, else 0."""

ENDED, ENDED_FROM = "ended", 0.3
"""Signal of a turn: how likely a later one about whom a profile asks for ended it; from so much on its block says so.
Of 40 turns of stories that no longer hold it finds 37, of 155 that hold 9: where it is known to be about the same, the
judge of changes is far surer than in a whole store."""

LEAST = 1e-3
"""Strength and confidence below which their logarithm tells no more."""


@dataclass(frozen=True, slots=True)
class GraphHeads:
    """How likely a link is, and a turn of a chain to be a part of the one that is asked for; how likely a turn that
    names whom a profile asks for tells of them."""

    link: Head
    chain: Head
    named: float

    def chained(self, *, strength: float, steps: int, own: float) -> float:
        """0–1: the confidence in a turn that a chain of this strength leads to, `own` being what it has without."""
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
    """What was learned; reads the file once."""
    return read(json.loads((files("graphmem.services") / FILE).read_text("utf-8")))


def read(kept: Mapping[str, Any]) -> GraphHeads:
    """What the file holds."""
    return GraphHeads(_head(kept["link"]), _head(kept["chain"]), float(kept["named"]))


def _head(kept: Mapping[str, Any]) -> Head:
    signals = kept["signals"]
    mean, scale, weights = zip(*signals.values(), strict=True)
    return Head(tuple(signals), mean, scale, weights, kept["bias"])
