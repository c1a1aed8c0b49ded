"""A map of the memory: its weightiest memories and entities as nodes, and the edges between them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.model.category import Category
from graphmem.model.memory import Tier

MENTIONS, FACT = "MENTIONS", "FACT"
"""Kinds of edges beside the six types of relations."""


@dataclass(frozen=True, slots=True)
class MapMemory:
    """A memory as a node. `text` is at most 240 characters; `valid_until` is None while it holds."""

    id: str
    text: str
    tier: Tier
    category: Category
    importance: float
    valid_from: datetime
    valid_until: datetime | None


@dataclass(frozen=True, slots=True)
class MapEntity:
    """An entity as a node, with how many memories name it."""

    uri: str
    type: str
    name: str
    mentions: int


@dataclass(frozen=True, slots=True)
class MapEdge:
    """An edge from one node to another: a type of relation, MENTIONS, or FACT with its predicate.

    Both ends are ids of memories or addresses of entities. It holds from `valid_from` until `valid_until`; None bounds
    nothing: a mention holds while its memory does.
    """

    source: str
    kind: str
    target: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    predicate: str = ""


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """Nodes, the weightiest first, edges between them, and how many memories and entities are left out.

    `more` says that there are further memories, which nobody counted.
    """

    memories: tuple[MapMemory, ...]
    entities: tuple[MapEntity, ...]
    edges: tuple[MapEdge, ...]
    memories_left_out: int
    entities_left_out: int
    more: bool
