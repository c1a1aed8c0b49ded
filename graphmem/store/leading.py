"""What turns may have come from, or may have led to: a step along a chain of causes, drawn or likely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.model.palace import Owner
from graphmem.store import lucene
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind
from graphmem.store.recall import INDEXES, TEXT_FIELDS
from graphmem.store.remembered import Scope

_LEADING = bind("recall/leading_turns", __name__)
_VECTORS = bind("recall/turn_vectors", __name__)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A turn beside another one: how many days before it was said (less than 0: after it), (1 + cosine)/2 of both, the
    BM25 of its words by the other's, and the confidence of a cause that was drawn between them, 0 of none."""

    id: str
    text: str
    language: str
    days: float
    near: float
    words: float = 0.0
    drawn: float = 0.0


async def beside(
    database: Database,
    scope: Scope,
    fronts: Mapping[str, Sequence[str]],
    *,
    back: bool,
    limit: int,
    until: datetime | None = None,
) -> dict[str, tuple[Neighbour, ...]]:
    """The turns beside each of these (words of theirs by id), `limit` by meaning and as many by words at the most;
    `back`: whether drawn causes of theirs count, else effects."""
    owner = scope.owner.key
    asked = [{"id": id_, "words": lucene.owned(owner, words, TEXT_FIELDS) or ""} for id_, words in fronts.items()]
    bounds = {name: value for name, value in scope.params().items() if name != "tiers"}
    rows = await database.run(
        _LEADING, **bounds, fronts=asked, indexes=list(INDEXES.values()), back=back, until=until,
        project=scope.project, limit=limit,
    )  # fmt: skip
    return {row["front"]: tuple(_neighbours(row)) for row in rows}


async def vectors(database: Database, owner: Owner, ids: Sequence[str]) -> dict[str, list[float]]:
    """The unit vectors of turns, by id; one that waits for its vector is missing."""
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
