"""What a person or an agent gets who follows the graph instead of asking it: chains, neighbours, profiles, timelines, a
context."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.model.memory import Memory
from graphmem.model.recall import RecallResult, Step
from graphmem.model.views import EntityView, Fact


@dataclass(frozen=True, slots=True)
class CausalChain:
    """One or two edges from a memory back to its causes or forth to its effects; `end` is where it leads."""

    start: Memory
    end: Memory
    back: bool
    steps: tuple[Step, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """What a question about causes brought back: the recall, and the chains from what it is about."""

    result: RecallResult
    chains: tuple[CausalChain, ...]


class LinkType(StrEnum):
    """By what one memory leads to another: a relation between them, or an entity that both name."""

    SUPERSEDES = "SUPERSEDES"
    CONTRADICTS = "CONTRADICTS"
    CAUSES = "CAUSES"
    ELABORATES = "ELABORATES"
    SAME_ENTITY = "SAME_ENTITY"
    RELATED_TO = "RELATED_TO"
    MENTIONS = "MENTIONS"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory `hops` links away from where the search began, by the surest of the shortest ways to it.

    `confidence` is the product of the steps' confidences, 0 to 1.
    """

    memory: Memory
    hops: int
    path: tuple[Step, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Profile:
    """An entity with the facts that hold at the instant asked for, and the memories that name it, most useful first."""

    entity: EntityView
    facts: tuple[Fact, ...]
    memories: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that began to be true. `until` None while it lasts; `replaced_by` is what took its place, if known."""

    at: datetime
    until: datetime | None
    kind: str
    text: str
    id: str
    replaced_by: str | None


class Layer(StrEnum):
    """Where an entry of a standing context comes from: what always matters, what is used, what helps with the task,
    what else is known of the project."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory in a standing context, the layer it came in by, its score there and its tokens.

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
    """A standing context under a token budget: its entries in order, the block for a prompt, and what was dropped."""

    entries: tuple[Entry, ...]
    text: str
    tokens: int
    budget: int
    dropped: tuple[Dropped, ...]
