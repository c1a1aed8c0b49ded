"""The six relations between memories."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RelationType(StrEnum):
    """Edge types of the graph between memories."""

    SUPERSEDES = "SUPERSEDES"
    CONTRADICTS = "CONTRADICTS"
    CAUSES = "CAUSES"
    ELABORATES = "ELABORATES"
    SAME_ENTITY = "SAME_ENTITY"
    RELATED_TO = "RELATED_TO"

    @property
    def prunable(self) -> bool:
        """Whether an owner with too many relations may lose such edges."""
        return self in (RelationType.RELATED_TO, RelationType.SAME_ENTITY, RelationType.ELABORATES)

    @property
    def symmetric(self) -> bool:
        """Whether the direction has no meaning; such edges run from the smaller id to the larger."""
        return self in {RelationType.CONTRADICTS, RelationType.SAME_ENTITY, RelationType.RELATED_TO}


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation `source` –type→ `target` by memory ids.

    A cause CAUSES its effect, the newer SUPERSEDES the older, the detail ELABORATES its subject. `detected_by` names
    the rule or "model". `grounds` are what cause and effect share besides the speaker: addresses of entities, stems of
    words.
    """

    source: str
    target: str
    type: RelationType
    confidence: float
    detected_by: str
    grounds: tuple[str, ...] = ()
