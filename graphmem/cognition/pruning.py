"""Which relations go when an owner has more than the limit: the least telling types first, then the least certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.model.relation import RelationType

KEPT = 0.9
"""Share of the limit that is kept, so that the next edge does not prune again."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation by its id, with what decides whether it goes; confidence 0–1."""

    id: str
    type: RelationType
    confidence: float


def surplus(count: int, *, limit: int) -> int:
    """How many relations must go: none up to the limit, else all above 90 % of it."""
    return count - int(limit * KEPT) if count > limit else 0


def pruned(edges: Iterable[Edge], *, limit: int) -> tuple[Edge, ...]:
    """The relations that go, first to go first; fewer than the surplus when the rest may never be pruned.

    `edges` are all live relations of one owner. Ties are broken by id, so that the choice can be repeated.
    """
    held = list(edges)
    prunable = [(rank, edge) for edge in held if (rank := edge.type.prune_rank) is not None]
    prunable.sort(key=lambda pair: (pair[0], pair[1].confidence, pair[1].id))
    return tuple(edge for _, edge in prunable[: surplus(len(held), limit=limit)])
