"""Results of following the graph: chains, neighbours, profiles, timelines, and a standing context."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model.memory import Memory
from graphmem.model.recall import RecallResult, Step
from graphmem.model.views import EntityView, Fact


@dataclass(frozen=True, slots=True)
class CausalChain:
    """One or two edges from a memory back to causes or forward to effects; `end` is the last memory."""

    start: Memory
    end: Memory
    back: bool
    steps: tuple[Step, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """The answer to a question about causes: the recall, and the chains from its hits."""

    result: RecallResult
    chains: tuple[CausalChain, ...]


class LinkType(StrEnum):
    """The link from one memory to another: a relation, or an entity that both name."""

    SUPERSEDES = "SUPERSEDES"
    CONTRADICTS = "CONTRADICTS"
    CAUSES = "CAUSES"
    ELABORATES = "ELABORATES"
    SAME_ENTITY = "SAME_ENTITY"
    RELATED_TO = "RELATED_TO"
    MENTIONS = "MENTIONS"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory `hops` links away from the start, by the surest of the shortest paths.

    `confidence` is the product of the steps' confidences, 0 to 1.
    """

    memory: Memory
    hops: int
    path: tuple[Step, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Profile:
    """An entity with its facts at an instant, and the memories that mention it, the most useful first."""

    entity: EntityView
    facts: tuple[Fact, ...]
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A memory or fact in a timeline.

    `until` is None while it lasts; `replaced_by` is its known successor.
    """

    at: datetime
    until: datetime | None
    kind: str
    text: str
    id: str
    replaced_by: str | None


class Layer(StrEnum):
    """The layers of a standing context: always important, used, helpful for the task, other knowledge."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory in a standing context with its layer, its score there and its tokens.

    `sources` are the pointers of the turns it derives from.
    """

    layer: Layer
    memory: Memory
    score: float
    tokens: int
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """A memory that did not fit, and why."""

    memory: Memory
    layer: Layer
    reason: str


@dataclass(frozen=True, slots=True)
class Activation:
    """A standing context within a token budget: entries in order, the block for a prompt, dropped ones."""

    entries: tuple[Entry, ...]
    text: str
    tokens: int
    budget: int
    dropped: tuple[Dropped, ...]
