"""Orders a block's entries by causal chain, and by whether the facts of a profile still hold.
A chain starts at the event asked about and runs back to its first cause, or forth to its effects."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from graphmem.model.recall import FORMER, PERHAPS_FORMER, Hit
from graphmem.services.graph_evidence import BACK, CHAIN, ENDED, NAMED
from graphmem.services.retrieval.context import Entry

LAST = 3
"""Rank of entries without graph signals."""

_UNDATED = datetime(1, 1, 1, tzinfo=UTC)

Key = tuple[int, float]


def places(entries: Sequence[Entry], turns: Sequence[Hit]) -> list[int]:
    """Indices of the entries in the block's order.
    Entries without graph signals keep their relative order, behind the others."""
    by_id = {hit.drawer.id: hit for hit in turns} | {hit.drawer.pointer: hit for hit in turns}
    told = [by_id.get(entry.id) or by_id.get(entry.pointer) for entry in entries]
    chain = [hit for hit in told if hit is not None and CHAIN in hit.signals]
    begins = max(chain, key=lambda hit: (hit.signals[CHAIN], hit.confidence), default=None)
    keys = [_key(entry, hit, begins, at) for at, (entry, hit) in enumerate(zip(entries, told, strict=True))]
    return sorted(range(len(entries)), key=keys.__getitem__)


def _key(entry: Entry, hit: Hit | None, begins: Hit | None, place: int) -> Key:
    if entry.is_hot or hit is None:
        return (0 if entry.is_hot else LAST, float(place))
    if CHAIN in hit.signals and begins is not None:
        away = (_timestamp(begins) - _timestamp(hit)) * (1 if hit.signals[BACK] else -1)
        return (1, away) if away >= 0 else (2, float(place))
    if hit.signals.get(NAMED) == 1:
        return (2 if entry.told.startswith((FORMER, PERHAPS_FORMER)) else 1, hit.signals.get(ENDED, 0.0))
    return (LAST, float(place))


def _timestamp(hit: Hit) -> float:
    return (hit.drawer.said_at or _UNDATED).timestamp()
