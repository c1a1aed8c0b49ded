"""Memory retrievers of recall: by vector, text, causes and neighbourhood in the graph.

Every query takes the owner and the bounds of both clocks; the graph decides what held as of an instant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.model.category import Category, Priority
from graphmem.model.instant import Bounds
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Owner
from graphmem.ports import Vectors
from graphmem.store.database import Database, Runner, Transaction
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind
from graphmem.store.rows import instant, row_of

TEXT_FIELDS = {"text": 1.0, "lesson": 0.3, "tags": 0.5}

DESCRIBED = (
    "id", "text", "category", "priority", "tier", "sub_tier", "importance", "utility", "stability", "storage_strength",
    "access_count", "emotions", "valence", "arousal", "flashbulb", "pinned", "immutable", "lesson", "source_confidence",
    "write_source", "data_source", "language", "speaker", "temporal_type", "valid_from", "valid_until", "recorded_at",
    "retracted_at", "last_accessed_at", "scope", "foresight", "captured", "embedded",
    "success_count", "failure_count", "quote_drawer", "quote_start", "quote_end", "project", "rehearsed_at",
    "recurrence",
)  # fmt: skip
"""The memory's own fields in `recall/describe_memories`, in the same order."""

HOT_REACH = 1_000
"""Last used memories that are searched for the hot tier."""

_TIMES = ("valid_from", "valid_until", "recorded_at", "retracted_at", "last_accessed_at", "rehearsed_at")

_BY_MEANING = bind("recall/memories_by_meaning", __name__)
_OF_KIND = bind("recall/memories_of_kind", __name__)
_CAUSAL = bind("recall/causal_paths", __name__)
_AROUND = bind("recall/around_memories", __name__)
_HELD = bind("recall/held_memories", __name__)
_DESCRIBE = bind("recall/describe_memories", __name__)
INDEXES = {"en": "memory_text_en", "tr": "memory_text_tr", "de": "memory_text_de"}


@dataclass(frozen=True, slots=True)
class Scope:
    """Bounds of a search: owner, both clocks, tiers, categories and project (None: all).
    Only the vector and text retrievers use the project."""

    owner: Owner
    bounds: Bounds
    tiers: tuple[Tier, ...] = (Tier.WORKING, Tier.EPISODIC, Tier.SEMANTIC)
    categories: tuple[Category, ...] | None = None
    project: str | None = None

    def params(self) -> dict[str, Any]:
        """The parameters that all retrievers share."""
        return {"owner": self.owner.key, "tiers": [tier.value for tier in self.tiers], **row_of(self.bounds)}

    def kinds(self) -> list[str] | None:
        """The categories as the store writes them, None for all."""
        return None if self.categories is None else [category.value for category in self.categories]


@dataclass(frozen=True, slots=True)
class RetrieverHits:
    """One retriever's result as parallel lists, best first; scores are the retriever's own."""

    ids: list[str]
    scores: list[float]


NOTHING = RetrieverHits([], [])


@dataclass(frozen=True, slots=True)
class VectorHits(RetrieverHits):
    """The vector retriever's result, with the ids of the turns that each memory derives from."""

    turns: list[list[str]]


NOTHING_NEAR = VectorHits([], [], [])


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of a path, in its stored direction."""

    type: str
    source: str
    target: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Chain:
    """A causal chain from a seed, back to causes or forward to effects, with its memories in order."""

    seed: str
    back: bool
    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A drawer that a memory derives from; `said_at` is None when unknown."""

    id: str
    pointer: str
    room: str
    position: int
    speaker: str
    source_id: str | None
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that a retriever found; `cosine` is None without a query vector or an embedding."""

    memory: Memory
    session: str | None
    cosine: float | None
    places: tuple[Place, ...]
    entities: tuple[tuple[str, str], ...]
    in_mind: bool


@dataclass(frozen=True, slots=True)
class Described:
    """Candidates by id, pairs often recalled together, and contradictions.
    A contradiction has the newer memory first if its third value is True: then that one replaces the other."""

    candidates: dict[str, Candidate]
    together: tuple[tuple[str, str], ...] = ()
    disputed: tuple[tuple[str, str, bool], ...] = ()


async def by_meaning(database: Database, scope: Scope, vector: Vectors, limit: int) -> VectorHits:
    """The memories nearest to a query vector of shape (dimensions,); scores are (1 + cosine)/2."""
    given = {**scope.params(), "vector": vector.tolist(), "limit": limit, "project": scope.project}
    if (kinds := scope.kinds()) is None:
        return VectorHits(**(await database.run(_BY_MEANING, **given))[0])
    return VectorHits(**(await database.run(_OF_KIND, **given, categories=kinds))[0])


async def causal_chains(
    database: Database, scope: Scope, seeds: Sequence[str], directions: Sequence[bool], limit: int
) -> list[Chain]:
    """Chains of one or two edges from the seeds, shortest and surest first; direction True: to causes."""
    rows = await database.run(_CAUSAL, **scope.params(), seeds=list(seeds), directions=list(directions), limit=limit)
    return [
        Chain(row["seed"], row["back"], tuple(row["nodes"]), tuple(Edge(*edge) for edge in row["edges"]))
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class SeedNeighbourhood:
    """The neighbourhood of seeds: linked memories with the edge, memories of the turns beside them,
    and memories often recalled with each, with their counts."""

    related: tuple[tuple[str, str, Edge], ...] = ()
    near: tuple[tuple[str, str], ...] = ()
    partners: tuple[tuple[str, str, float], ...] = ()


async def seed_neighbourhood(
    database: Database, scope: Scope, seeds: Sequence[str], *, linked: int, beside: int, together: int, often: int
) -> SeedNeighbourhood:
    """The neighbourhood of the seeds, with a limit per seed for each kind; a limit of 0 skips a kind.

    Partners were recalled together with a seed `often` times or more.
    """
    given = {"linked": linked, "beside": beside, "together": together, "often": often}
    (row,) = await database.run(_AROUND, **scope.params(), seeds=list(seeds), **given)
    related = []
    for seed, id_, type_, outgoing, confidence in row["related"]:
        related.append((seed, id_, Edge(type_, *((seed, id_) if outgoing else (id_, seed)), confidence)))
    return SeedNeighbourhood(
        tuple(related),
        tuple((seed, id_) for seed, id_ in row["near"]),
        tuple((seed, id_, count) for seed, id_, count in row["partners"]),
    )


async def working_memory_ids(database: Database, scope: Scope, session: str) -> list[str]:
    """Ids of a session's working memory, the last touched first."""
    return [row["id"] for row in await database.run(_HELD, **scope.params(), session=session)]


async def describe(
    database: Database,
    owner: Owner,
    ids: Sequence[str],
    *,
    vector: Vectors | None = None,
    near: Mapping[str, float] | None = None,
    session: str | None = None,
    together: int = 1,
    known: datetime | None = None,
) -> Described:
    """Texts and strengths of memories, pairs recalled `together` times or more, and contradictions.

    `near` has cosines to the query that an index returned; the others are computed from `vector`. Contradictions are
    those `known` at that instant. Ids of other owners are left out.
    """
    told = near or {}
    measured = [] if vector is None else [id_ for id_ in ids if id_ not in told]
    rows = await database.run(
        _DESCRIBE,
        owner=owner.key,
        ids=list(ids),
        measured=measured,
        vector=None if vector is None or not measured else vector.tolist(),
        session=session,
        together=together,
        known=known,
    )
    if not rows:
        return Described({})
    found = [_candidate(values, told) for values in rows[0]["found"]]
    pairs = tuple((pair[0], pair[1]) for pair in rows[0]["pairs"])
    disputed = tuple((one, other, replaced) for one, other, replaced in rows[0]["disputed"])
    return Described({candidate.memory.id: candidate for candidate in found}, pairs, disputed)


def _candidate(values: Sequence[Any], near: Mapping[str, float]) -> Candidate:
    size = len(DESCRIBED)
    session, score, places, entities, in_mind = values[size:]
    row = dict(zip(DESCRIBED, values[:size], strict=True))
    row |= {name: instant(row[name]) for name in _TIMES}
    return Candidate(
        memory=memory_of(row),
        session=session,
        cosine=near.get(values[0]) if score is None else 2 * score - 1,
        places=tuple(map(_place, places)),
        entities=tuple((uri, name) for uri, name in entities),
        in_mind=in_mind,
    )


def _place(values: Sequence[Any]) -> Place:
    id_, pointer, room, position, speaker, source_id, said_at = values
    return Place(id_, pointer, room, position, speaker, source_id, instant(said_at))


@dataclass(frozen=True, slots=True)
class Touch:
    """A returned memory: the growth of its storage strength, and the factor on its stability."""

    id: str
    gain: float
    factor: float


_TOUCH = bind("recall/touch_memories", __name__)
_HOT = bind("recall/hot_memories", __name__)


async def touch(
    runner: Runner, owner: Owner, rows: Sequence[Touch], pairs: Sequence[tuple[str, str]], now: datetime,
    *, longest: float, most: float, question: str | None = None,
) -> int:  # fmt: skip
    """Count an access of each memory and each pair returned together; returns the number of memories.

    `question` is a mark of the question, the same for the same question, None if the query was none.
    """
    given = [row_of(row) | {"longest": longest, "most": most} for row in sorted(rows, key=lambda row: row.id)]
    sorted_pairs = sorted([min(pair), max(pair)] for pair in pairs)
    asked = {"question": question, "day": f"{now:%Y-%m-%d}"}
    found = await runner.run(_TOUCH, owner=owner.key, rows=given, pairs=sorted_pairs, now=now, **asked)
    return int(found[0]["touched"])


async def hot_ids(
    database: Database, owner: Owner, now: datetime, since: datetime,
    *, utility: float, access: int, sure: float, limit: int, project: str | None = None,
) -> list[str]:  # fmt: skip
    """Ids of the hot tier without memories of other projects than `project`, the most useful first."""
    given = {"utility": utility, "access": access, "sure": sure, "reach": HOT_REACH, "limit": limit, "project": project}
    rows = await database.run(_HOT, owner=owner.key, now=now, since=since, **given)
    return [row["id"] for row in rows]


_POOL = bind("recall/activation_pool", __name__)
_TIMELINE = bind("recall/memory_timeline", __name__)


async def activation_pool(
    database: Database,
    owner: Owner,
    categories: Sequence[Category],
    priorities: Sequence[Priority],
    now: datetime,
    limit: int,
    project: str | None = None,
) -> list[str]:
    """Ids of live memories for an agent's context, last used first; with `project`, none of others."""
    rows = await database.run(
        _POOL,
        owner=owner.key,
        categories=[category.value for category in categories],
        priorities=[priority.value for priority in priorities],
        project=project,
        now=now,
        limit=limit,
    )
    return list(rows[0]["ids"])


async def timeline(
    database: Database, owner: Owner, uri: str, *, known: datetime, after: datetime, before: datetime, limit: int
) -> list[tuple[str, str | None]]:
    """The memories of an entity as known at `known`, by start of valid time: id and id of its successor."""
    rows = await database.run(_TIMELINE, owner=owner.key, uri=uri, known=known, after=after, before=before, limit=limit)
    return [(row["id"], next(iter(row["replaced_by"]), None)) for row in rows]


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """The fields of a memory that a use changes; `difficulty` is None before the first."""

    id: str
    stability: float
    difficulty: float | None
    utility: float
    last_accessed_at: datetime


_STRENGTHS = bind("recall/strengths", __name__)
_OUTCOMES = bind("recall/record_outcomes", __name__)


async def strengths(transaction: Transaction, owner: Owner, ids: Sequence[str]) -> list[StrengthRow]:
    """Strengths of the owner's memories among `ids`, locked until the transaction ends."""
    return [StrengthRow(**row) for row in await transaction.run(_STRENGTHS, owner=owner.key, ids=sorted(set(ids)))]


async def record_outcomes(
    transaction: Transaction, owner: Owner, rows: Sequence[Mapping[str, object]], now: datetime, *, success: bool
) -> int:
    """Write strengths after a use (id, stability, difficulty, utility); returns the number of memories."""
    found = await transaction.run(_OUTCOMES, owner=owner.key, rows=list(rows), success=success, now=now)
    return int(found[0]["recorded"])
