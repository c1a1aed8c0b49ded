"""The part of a change's row that every step of a dream writes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from graphmem.model.dream import Change


def row_of(place: int, change: Change) -> dict[str, Any]:
    """The row of a memory's change at its place in the plan; each step adds its own fields."""
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
    """A value as stored JSON; equal values give equal texts."""
    return json.dumps(value, ensure_ascii=False, default=asdict, sort_keys=True)
