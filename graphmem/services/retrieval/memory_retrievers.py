"""Runs the memory retrievers concurrently, then the graph retrievers from their best hits.

vector + text + hubs → seeds → causes, neighbours in the graph and in time → one list of ids per retriever
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.cognition import fusion
from graphmem.cognition.profiles import TOGETHER_FROM
from graphmem.language.bilingual import translations
from graphmem.language.query import names_asked
from graphmem.model.emotion import Feeling
from graphmem.model.language import Language
from graphmem.model.question import CausalDirection, Route
from graphmem.ports import Vectors
from graphmem.services.retrieval import memory_evidence
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import first_look, memory_recall
from graphmem.store import hubs as entity_hubs
from graphmem.store.database import Database
from graphmem.store.first_look import NOTHING_SEEN, Depths, FirstLook
from graphmem.store.hubs import Hub
from graphmem.store.memory_recall import Edge, Scope, SeedNeighbourhood, VectorHits

VectorTask = asyncio.Future[Vectors | None]
"""A future of the query's vector, which any retriever may await; None if the embedder fails."""

DEPTH = 60
"""Memories requested of the vector and of the text retriever: six for each of the usual ten results."""

BESIDE = 3
"""Factor on the depth of a vector search in a project: the filter on projects runs after the index."""

SEEDS = 8
"""Best hits from which the graph retrievers start."""

BRANCHES = 6
"""Neighbours per seed of each graph retriever: related, near in time, recalled together."""

HUBS = 12
"""Candidate entities read by name; the question names few of them."""

HUB_MEMORIES = 30
CHAINS = 24

GRAPH_WEIGHT = {"hub": 0.5, "causes": 0.6, "related": 0.3, "near": 0.15, "together": 0.15, "mind": 0.3}
"""Rank-fusion weights of the graph retrievers; the route gives those of vector and text."""
FIRST_WEIGHT = 1.0
"""Rank-fusion weight of the graph retriever that the route puts first."""


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """One question for the retrievers; `trust`, 0–1, is how well the embedder knows its language."""

    query: str
    terms: tuple[str, ...]
    language: Language
    vector: VectorTask
    route: Route
    direction: CausalDirection | None
    scope: Scope
    options: RecallOptions
    trust: float = 1.0
    deep: int = DEPTH
    """Depth of the vector retriever, at least DEPTH; hits beyond DEPTH only contribute to `stated`."""
    speakers: frozenset[str] = frozenset()
    """Speakers' names; the hub retriever ignores them, as too frequent, unless the route puts hubs first."""
    mood: Feeling | None = None
    """The user's mood; None derives it from the question."""
    look: FirstLook = NOTHING_SEEN
    """Hits by words and names in this scope, found before the vector was ready."""


@dataclass(slots=True)
class RetrievedMemories:
    """The retrievers' hits: ids by retriever, best first; BM25, cosine, path and fused score by id.

    `hubs` are the entities that the question names. `stated` maps a turn's id to (1 + cosine)/2 of the nearest memory
    derived from it.
    """

    rankings: dict[str, list[str]] = field(default_factory=dict)
    bm25: dict[str, float] = field(default_factory=dict)
    near: dict[str, float] = field(default_factory=dict)
    stated: dict[str, float] = field(default_factory=dict)
    paths: dict[str, tuple[Edge, ...]] = field(default_factory=dict)
    hubs: tuple[Hub, ...] = ()
    fused: dict[str, float] = field(default_factory=dict)

    @property
    def named_uris(self) -> frozenset[str]:
        """URIs of the entities that the question names."""
        return frozenset(hub.uri for hub in self.hubs)


async def run_retrievers(database: Database, asked: MemoryQuery) -> RetrievedMemories:
    """Run all memory retrievers and fuse their ids by reciprocal rank under the route's weights."""
    (hubs, mind), by_meaning = await asyncio.gather(_search_names(database, asked), _search_vector(database, asked))
    by_words = asked.look.memories
    found = RetrievedMemories(
        hubs=hubs,
        bm25=dict(zip(by_words.ids, by_words.scores, strict=True)),
        near={id_: 2 * score - 1 for id_, score in zip(by_meaning.ids, by_meaning.scores, strict=True)},
        stated=memory_evidence.nearness_by_turn(by_meaning),
    )
    found.rankings = {"vector": by_meaning.ids[:DEPTH], "text": by_words.ids, "hub": _hub_ranking(hubs), "mind": mind}
    weights = _weights(asked.route, asked.trust)
    seeds = _top_ids(fusion.fuse(found.rankings, weights), SEEDS)
    if seeds:
        await _follow(database, asked, seeds, found)
    found.fused = fusion.fuse(found.rankings, weights)
    return found


async def search_words(
    database: Database,
    scope: Scope,
    terms: Sequence[str],
    language: Language,
    options: RecallOptions,
    depths: Depths | None = None,
) -> FirstLook:
    """Search by words and names, before the vector is ready: memories, entities and turns.
    Turns are searched to `depths`, and not at all without them."""
    memories = options.has("memories")
    called = (*terms, *translations(terms, language))
    return await first_look.look(
        database, scope, called, language.value, depths if options.has("text") else None,
        memories=DEPTH * (memories and options.has("text")), hubs=HUBS * (memories and options.has("hubs")),
        names=terms, until=options.as_of.said_by,
    )  # fmt: skip


async def search_again(database: Database, asked: MemoryQuery) -> MemoryQuery:
    """Repeat the search by words and names in the question's present scope."""
    found = await search_words(database, asked.scope, asked.terms, asked.language, asked.options)
    return replace(asked, look=found)


async def _search_names(database: Database, asked: MemoryQuery) -> tuple[tuple[Hub, ...], list[str]]:
    """The entities that the question names, with their memories, and the session's working memory."""
    return await asyncio.gather(_hubs(database, asked), _working_memory(database, asked))


async def _search_vector(database: Database, asked: MemoryQuery) -> VectorHits:
    if (vector := await asked.vector) is None:
        return memory_recall.NOTHING_NEAR
    deep = max(DEPTH, asked.deep) * (1 if asked.scope.project is None else BESIDE)
    return await memory_recall.by_meaning(database, asked.scope, vector, deep)


async def _working_memory(database: Database, asked: MemoryQuery) -> list[str]:
    """Ids in the session's working memory."""
    session = asked.options.session
    return [] if session is None else await memory_recall.working_memory_ids(database, asked.scope, session)


async def _hubs(database: Database, asked: MemoryQuery) -> tuple[Hub, ...]:
    """The entities that the question names, by any of their spellings."""
    found = asked.look.hubs
    spellings = {spelling for hub in found for spelling in hub.spellings}
    asked_for = names_asked(asked.query, spellings, asked.language)
    passed_over = frozenset() if asked.route.hub_first else asked.speakers
    named = [hub for hub in found if asked_for & set(hub.spellings) and not passed_over & set(hub.spellings)]
    return await entity_hubs.read(database, asked.scope, named, HUB_MEMORIES)


def _hub_ranking(hubs: Sequence[Hub]) -> list[str]:
    """Memories of the named entities: first those that name most of them, then those that state a fact."""
    counts: dict[str, int] = {}
    for hub in hubs:
        for id_ in dict.fromkeys((*hub.facts, *hub.memories)):
            counts[id_] = counts.get(id_, 0) + 1
    facts = {id_ for hub in hubs for id_ in hub.facts}
    return sorted(counts, key=lambda id_: (-counts[id_], id_ not in facts))


async def _follow(database: Database, asked: MemoryQuery, seeds: Sequence[str], found: RetrievedMemories) -> None:
    """Add the rankings of the graph retrievers around the seeds."""
    causes, around = await asyncio.gather(_causes(database, asked, seeds, found), _read_around(database, asked, seeds))
    near = sorted(around.near, key=lambda pair: seeds.index(pair[0]))
    found.rankings |= {
        "causes": causes,
        "related": _related_ranking(around, seeds, found),
        "near": list(dict.fromkeys(id_ for _, id_ in near)),
        "together": _partner_ranking(around, seeds),
    }


async def _read_around(database: Database, asked: MemoryQuery, seeds: Sequence[str]) -> SeedNeighbourhood:
    has = asked.options.has
    wanted = {name: BRANCHES * has(stage) for name, stage in _BRANCHING.items()}
    if not any(wanted.values()):
        return SeedNeighbourhood()
    return await memory_recall.seed_neighbourhood(database, asked.scope, seeds, **wanted, often=TOGETHER_FROM)


_BRANCHING = {"linked": "spread", "beside": "neighbours", "together": "together"}
"""The graph retrievers around seeds, each with the stage that switches it."""


async def _causes(database: Database, asked: MemoryQuery, seeds: Sequence[str], found: RetrievedMemories) -> list[str]:
    if not (asked.options.has("causes") and asked.route.graph_first):
        return []
    directions = {CausalDirection.CAUSES: [True], CausalDirection.EFFECTS: [False]}
    wanted = [True, False] if asked.direction is None else directions[asked.direction]
    chains = await memory_recall.causal_chains(database, asked.scope, seeds, wanted, CHAINS)
    place = {seed: rank for rank, seed in enumerate(seeds)}
    chains.sort(key=lambda chain: (place[chain.seed], len(chain.edges)))
    order: list[str] = []
    for chain in chains:
        # The answer is the far end of the chain: the question already states the seed.
        order += chain.nodes
        for length, node in enumerate(chain.nodes, start=1):
            found.paths.setdefault(node, chain.edges[:length])
    return list(dict.fromkeys(order))


def _related_ranking(around: SeedNeighbourhood, seeds: Sequence[str], found: RetrievedMemories) -> list[str]:
    """Neighbours by activation: Σ over seeds of (1 / rank) · confidence."""
    # Direct hits of the query need no path to explain them.
    told = {id_ for retriever in ("vector", "text") for id_ in found.rankings[retriever][:SEEDS]}
    activation: dict[str, float] = {}
    for seed, id_, edge in around.related:
        activation[id_] = activation.get(id_, 0.0) + edge.confidence / (1 + seeds.index(seed))
        if id_ not in told:
            found.paths.setdefault(id_, (edge,))
    return sorted(activation, key=lambda id_: -activation[id_])


def _partner_ranking(around: SeedNeighbourhood, seeds: Sequence[str]) -> list[str]:
    """Memories often recalled with the seeds, by Σ over seeds of (1 / rank) · times."""
    bond: dict[str, float] = {}
    for seed, id_, count in around.partners:
        bond[id_] = bond.get(id_, 0.0) + count / (1 + seeds.index(seed))
    return sorted(bond, key=lambda id_: -bond[id_])


def _weights(route: Route, trust: float) -> Mapping[str, float]:
    weights = {"vector": route.vector_weight * trust, "text": route.text_weight, **GRAPH_WEIGHT}
    if route.graph_first:
        weights["causes"] = FIRST_WEIGHT
    if route.hub_first:
        weights["hub"] = FIRST_WEIGHT
    return weights


def _top_ids(fused: Mapping[str, float], limit: int) -> list[str]:
    return sorted(fused, key=lambda id_: -fused[id_])[:limit]
