"""Categories of memories, with their priority, retention and decay."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Priority(StrEnum):
    """The priority of a memory in an agent's context."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    NORMAL = "normal"

    @property
    def weight(self) -> int:
        """4 for critical down to 1 for normal."""
        return {"critical": 4, "high": 3, "medium": 2, "normal": 1}[self.value]


class Category(StrEnum):
    """The kinds of memories.

    `theme`, `pattern` and `summary` are made by dreams, the rest by the write path.
    """

    POLICY = "policy"
    WORKFLOW = "workflow"
    PITFALL = "pitfall"
    ARCHITECTURE = "architecture"
    DECISION = "decision"
    PREFERENCE = "preference"
    CORRECTION = "correction"
    ENTITY = "entity"
    PLAN = "plan"
    FACT = "fact"
    EPISODE = "episode"
    THEME = "theme"
    PATTERN = "pattern"
    SUMMARY = "summary"
    OTHER = "other"

    @property
    def traits(self) -> Traits:
        """Priority, retention and decay of the category."""
        return _TRAITS[self]


@dataclass(frozen=True, slots=True)
class Traits:
    """Traits of a category: `retention_days` None is unlimited; `decay` is the loss of importance per day."""

    priority: Priority
    retention_days: int | None
    decay: float


_TRAITS = {
    Category.POLICY: Traits(Priority.CRITICAL, None, 0.0),
    Category.WORKFLOW: Traits(Priority.HIGH, None, 0.0),
    Category.PITFALL: Traits(Priority.HIGH, None, 0.0),
    Category.ARCHITECTURE: Traits(Priority.HIGH, None, 0.0),
    Category.DECISION: Traits(Priority.MEDIUM, 45, 0.02),
    Category.PREFERENCE: Traits(Priority.MEDIUM, None, 0.0),
    Category.CORRECTION: Traits(Priority.HIGH, None, 0.0),
    Category.ENTITY: Traits(Priority.NORMAL, None, 0.0),
    Category.PLAN: Traits(Priority.NORMAL, 14, 0.02),
    Category.FACT: Traits(Priority.NORMAL, 14, 0.005),
    Category.EPISODE: Traits(Priority.NORMAL, 14, 0.02),
    Category.THEME: Traits(Priority.NORMAL, 45, 0.005),
    Category.PATTERN: Traits(Priority.NORMAL, 45, 0.005),
    Category.SUMMARY: Traits(Priority.NORMAL, 45, 0.005),
    Category.OTHER: Traits(Priority.NORMAL, 7, 0.05),
}
