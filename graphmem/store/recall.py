"""The arms of recall: every ranking query is answered by an index, and every one carries the owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.model.palace import Owner, PlacedDrawer
from graphmem.ports import Vectors
from graphmem.store import lucene
from graphmem.store.database import Database
from graphmem.store.palace import drawer_of
from graphmem.store.queries import bind

TEXT_FIELDS = {"index_text": 1.0, "text": 0.25}
"""BM25 on the turn in its context (date, turn before) carries most; the turn alone adds a little."""

_NEAREST = bind("recall/nearest_drawers", __name__)
_ALL = bind("recall/all_drawers", __name__)
_MATCHING = bind("recall/matching_drawers", __name__)
_DESCRIBE = bind("recall/describe_drawers", __name__)
_INDEXES = {"en": "drawer_text_en", "tr": "drawer_text_tr"}


@dataclass(frozen=True, slots=True)
class Hits:
    """One arm's answer, best first: ids, their raw scores and the rooms they lie in."""

    ids: tuple[str, ...]
    scores: tuple[float, ...]
    rooms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllDrawers:
    """Every drawer of a small owner, ordered by room and position.

    `similarity` is (1 + cosine)/2, NaN where a drawer has no embedding yet.
    """

    ids: list[str]
    rooms: list[str]
    speakers: list[str]
    similarity: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Described:
    """A candidate with what it says, and the similarity of its neighbours (None where there is none)."""

    placed: PlacedDrawer
    room_id: str
    similarity: float | None
    before: float | None
    after: float | None


async def nearest(database: Database, owner: Owner, vector: Vectors, limit: int) -> Hits:
    """The vector arm: turns nearest to one query vector of shape (dimensions,)."""
    rows = await database.run(_NEAREST, owner=owner.key, vector=vector.tolist(), limit=limit)
    return _hits([(row["id"], row["score"], row["room"]) for row in rows])


async def matching(database: Database, owner: Owner, terms: Sequence[str], language: str, limit: int) -> Hits:
    """The text arm: turns that share words with the query, by BM25 under the language's analyser."""
    query = lucene.owned(owner.key, terms, TEXT_FIELDS)
    if query is None:
        return _hits([])
    rows = await database.run(_MATCHING, owner=owner.key, index=_INDEXES[language], lucene=query, limit=limit)
    return _hits([(row["id"], row["score"], row["room"]) for row in rows])


async def everything(database: Database, owner: Owner, vector: Vectors) -> AllDrawers:
    """All of a small owner's drawers with exact similarities to one query vector."""
    row = (await database.run(_ALL, owner=owner.key, vector=vector.tolist()))[0]
    similarity = np.array(row["scores"], dtype=np.float64)
    similarity[similarity < 0] = np.nan
    return AllDrawers(row["ids"], row["rooms"], row["speakers"], similarity)


async def describe(
    database: Database, owner: Owner, ids: Sequence[str], vector: Vectors | None
) -> dict[str, Described]:
    """What candidates say and where they lie, by id."""
    given = None if vector is None else vector.tolist()
    rows = await database.run(_DESCRIBE, owner=owner.key, ids=list(ids), vector=given)
    return {
        row["id"]: Described(
            PlacedDrawer(drawer_of(row), row["wing"], row["room"], row["closet"], None, None),
            row["room_id"],
            row["similarity"],
            row["before"],
            row["after"],
        )
        for row in rows
    }


def _hits(rows: list[tuple[str, float, str]]) -> Hits:
    if not rows:
        return Hits((), (), ())
    ids, scores, rooms = zip(*rows, strict=True)
    return Hits(ids, scores, rooms)
