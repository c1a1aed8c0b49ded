"""The number of relations to prune above an owner's limit; `relation/prune_relations` chooses them."""

from __future__ import annotations

KEPT = 0.9
"""Share of the limit that is kept, so that the next edge does not prune again."""


def surplus(count: int, *, limit: int) -> int:
    """The number of relations to prune: none up to the limit, else all above 90 % of it."""
    return count - int(limit * KEPT) if count > limit else 0
