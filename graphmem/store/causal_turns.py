"""Turns that may be causes or effects of other turns: one step of a causal chain, stored or likely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.model.palace import Owner
from graphmem.store import lucene
from graphmem.store.database import Database, Row
from graphmem.store.memory_recall import Scope
from graphmem.store.queries import bind
from graphmem.store.recall import INDEXES, TEXT_FIELDS

_LEADING = bind("recall/leading_turns", __name__)
_VECTORS = bind("recall/turn_vectors", __name__)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A turn beside another one, with the measures of their relation.

    These are the days before it (negative: after it), (1 + cosine)/2 of both, BM25 of its words by the other's, and the
    confidence of a stored causal edge between them, 0 without one.
    """

    id: str
    text: str
    language: str
    days: float
    near: float
    words: float = 0.0
    drawn: float = 0.0


async def turns_near(
    database: Database,
    scope: Scope,
    fronts: Mapping[str, Sequence[str]],
    *,
    back: bool,
    limit: int,
    until: datetime | None = None,
) -> dict[str, tuple[Neighbour, ...]]:
    """The turns near each front (its words by id): `limit` by vector and as many by words at most.
    `back` selects stored causes, otherwise effects."""
    owner = scope.owner.key
    asked = [{"id": id_, "words": lucene.owner_query(owner, words, TEXT_FIELDS) or ""} for id_, words in fronts.items()]
    bounds = {name: value for name, value in scope.params().items() if name != "tiers"}
    rows = await database.run(
        _LEADING, **bounds, fronts=asked, indexes=list(INDEXES.values()), back=back, until=until,
        project=scope.project, limit=limit,
    )  # fmt: skip
    return {row["front"]: tuple(_neighbours(row)) for row in rows}


async def vectors(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, list[float]]:
    """Unit vectors of turns by id; turns that wait for their vector are missing."""
    rows = await database.run(_VECTORS, owner=owner.key, ids=list(ids))
    return {row["id"]: row["vector"] for row in rows}


def _neighbours(row: Row) -> Iterator[Neighbour]:
    found = {one.id: one for one in map(_near, row["near"])}
    for id_, text, language, seconds, near, words in row["worded"]:
        known = found.setdefault(id_, _near((id_, text, language, seconds, near)))
        found[id_] = replace(known, words=max(words, known.words))
    drawn = dict(row["caused"])
    for one in found.values():
        yield replace(one, drawn=drawn.get(one.id, 0.0))


def _near(told: Sequence[object]) -> Neighbour:
    id_, text, language, seconds, near = told
    return Neighbour(str(id_), str(text), str(language), float(str(seconds)) / 86_400, float(str(near)))
