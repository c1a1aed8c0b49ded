"""How many relations go when an owner has more than the limit; `relation/prune_relations` says which."""

from __future__ import annotations

KEPT = 0.9
"""Share of the limit that is kept, so that the next edge does not prune again."""


def surplus(count: int, *, limit: int) -> int:
    """How many relations must go: none up to the limit, else all above 90 % of it."""
    return count - int(limit * KEPT) if count > limit else 0
