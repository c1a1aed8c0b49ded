"""Turn retrievers of recall: every ranking query uses an index and filters by the owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.model.palace import Made, Owner, PlacedDrawer
from graphmem.ports import Vectors
from graphmem.store.database import Database
from graphmem.store.palace import drawer_of
from graphmem.store.queries import bind
from graphmem.store.rows import instant

TEXT_FIELDS = {"index_text": 1.0}
"""BM25 on the turn in its context (date, previous turn, the turn).
Adding the bare turn at a quarter of the weight changed LoCoMo recall@10 by 0.2 points, which is noise, and doubles the
postings to read."""

DESCRIBED = (
    "id", "text", "speaker", "role", "said_at", "position", "pointer", "tags", "language", "embedded", "source_id",
    "wing", "room", "closet", "disputes", "made", "token_states",
)  # fmt: skip
"""The fields of `recall/describe_drawers`, in the same order."""

_NEAREST = bind("recall/nearest_drawers", __name__)
_NEAREST_UNTIL = bind("recall/nearest_drawers_until", __name__)
_DESCRIBE = bind("recall/describe_drawers", __name__)
_SPEAKERS = bind("recall/speakers", __name__)
INDEXES = {"en": "drawer_text_en", "tr": "drawer_text_tr", "de": "drawer_text_de"}


@dataclass(frozen=True, slots=True)
class Hits:
    """One retriever's result as parallel lists, best first: raw scores, places, speakers, languages.

    Scores are (1 + cosine)/2 for the vector retriever and BM25 for the text retriever.
    """

    ids: list[str]
    scores: list[float]
    rooms: list[str]
    positions: list[int]
    speakers: list[str]
    languages: list[str]


NO_HITS = Hits([], [], [], [], [], [])


async def nearest(
    database: Database,
    owner: Owner,
    vector: Vectors,
    limit: int,
    until: datetime | None = None,
    project: str | None = None,
) -> Hits:
    """The turns nearest to one query vector of shape (dimensions,).
    Only turns said by `until`, and none of other projects than `project`."""
    given = {"owner": owner.key, "vector": vector.tolist(), "limit": limit, "project": project}
    if until is None:
        return Hits(**(await database.run(_NEAREST, **given))[0])
    return Hits(**(await database.run(_NEAREST_UNTIL, **given, until=until))[0])


async def describe(
    database: Database,
    owner: Owner,
    ids: Sequence[str],
    *,
    until: datetime | None = None,
    known: datetime | None = None,
) -> dict[str, PlacedDrawer]:
    """Texts and places of drawers by id: only those said by `until`, with the memories `known` then."""
    return (await describe_beside(database, owner, ids, (), until=until, known=known))[0]


async def describe_beside(
    database: Database,
    owner: Owner,
    ids: Sequence[str],
    memories: Sequence[str],
    *,
    until: datetime | None = None,
    known: datetime | None = None,
) -> tuple[dict[str, PlacedDrawer], dict[str, list[float]]]:
    """Drawers as from `describe`, and the stored unit vectors of these memories, by id."""
    given = {"ids": list(ids), "memories": list(memories), "until": until, "known": known}
    (row,) = await database.run(_DESCRIBE, owner=owner.key, **given)
    rows = [dict(zip(DESCRIBED, values, strict=True)) for values in row["found"]]
    for one in rows:
        one["said_at"] = instant(one["said_at"])
    drawers = {
        one["id"]: PlacedDrawer(
            drawer_of(one),
            one["wing"],
            one["room"],
            one["closet"],
            None,
            None,
            tuple(one["disputes"]),
            tuple(Made(held, kind, tuple(scope or ()), *more) for held, kind, scope, *more in one["made"]),
            one["token_states"],
        )
        for one in rows
    }
    return drawers, dict(row["vectors"])


async def speakers(database: Database, owner: Owner, sample: int) -> tuple[list[str], list[str]]:
    """The speakers of `sample` turns of the owner, and those of them who speak as a user."""
    (row,) = await database.run(_SPEAKERS, owner=owner.key, limit=sample)
    return row["speakers"], row["users"]
