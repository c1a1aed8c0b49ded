"""What the prediction-error gate decides about a new statement."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GateAction(StrEnum):
    """What becomes of a new statement beside the memories there are."""

    CREATE = "create"
    SKIP = "skip"
    UPDATE = "update"
    REINFORCE = "reinforce"
    SUPERSEDE = "supersede"


class PairVerdict(StrEnum):
    """What a model says that a new statement does to a known one."""

    ENDS = "ends"
    CORRECTS = "corrects"
    ENDS_PART = "ends_part"
    SAME = "same"
    ADDS = "adds"
    DIFFERENT = "different"
    """It was asked about the two, and says nothing of them."""


@dataclass(frozen=True, slots=True)
class GateDecision:
    """The action, the memory it concerns (None for a plain CREATE or SKIP), its calibrated similarity 0–1 and why.

    `elaborates` says that the new memory is linked to `target` by ELABORATES; `contradicts` that it disagrees with
    `target`, which stays open: it is immutable, or says other things as well, or this is not sure enough. `confidence`
    is how sure it is, where a judge told (0–1).
    """

    action: GateAction
    similarity: float
    reason: str
    target: str | None = None
    elaborates: bool = False
    contradicts: bool = False
    confidence: float | None = None
