"""What every step of a dream writes of a change, as a row of its statement."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from graphmem.model.dream import Change


def row_of(place: int, change: Change) -> dict[str, Any]:
    """The change of a memory at its place in the plan; what a step writes besides is its own."""
    return {
        "id": change.memory,
        "place": place,
        "step": change.step.value,
        "rule": change.rule,
        "reason": f"dream: {change.rule}",
        "evidence": list(change.evidence),
        "before": as_json(change.before),
        "after": as_json(change.after),
        "seen": list(change.seen),
    }


def as_json(value: object) -> str:
    """A value as the graph keeps it, the same text for the same value."""
    return json.dumps(value, ensure_ascii=False, default=asdict, sort_keys=True)
