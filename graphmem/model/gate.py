"""Decisions of the prediction-error gate about a new statement."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GateAction(StrEnum):
    """The gate's action for a new statement beside existing memories."""

    CREATE = "create"
    SKIP = "skip"
    UPDATE = "update"
    REINFORCE = "reinforce"
    SUPERSEDE = "supersede"


class PairVerdict(StrEnum):
    """A model's verdict on a new statement beside an existing memory."""

    ENDS = "ends"
    CORRECTS = "corrects"
    ENDS_PART = "ends_part"
    SAME = "same"
    ADDS = "adds"
    DIFFERENT = "different"
    """The model was asked about both, and sees no relation."""


@dataclass(frozen=True, slots=True)
class GateDecision:
    """The action, its memory (None for a plain CREATE or SKIP), its calibrated similarity 0–1 and why.

    `elaborates`: the new memory is linked to `target` by ELABORATES. `contradicts`: it contradicts `target`, which
    stays open because it is immutable, says other things as well, or the gate is not sure enough. `confidence` is the
    judge's, if it gave one (0–1).
    """

    action: GateAction
    similarity: float
    reason: str
    target: str | None = None
    elaborates: bool = False
    contradicts: bool = False
    confidence: float | None = None
