"""The memory retrievers side by side, then what the graph adds to their best hits.

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
from graphmem.services.retrieval.options import Options
from graphmem.store import first_look, remembered
from graphmem.store import hubs as entity_hubs
from graphmem.store.database import Database
from graphmem.store.first_look import NOTHING_SEEN, Depths, FirstLook
from graphmem.store.hubs import Hub
from graphmem.store.remembered import Around, Edge, Near, Scope

Promised = asyncio.Future[Vectors | None]
"""The query's vector, still being made while other retrievers search; each may await it. None when it cannot be had."""

DEPTH = 60
"""Memories that the vector and the text retriever are asked for: of ten that are shown, six times as many are
weighed."""

BESIDE = 3
"""So many times as many are asked for where what was told in other projects is left out, behind the index."""

SEEDS = 8
"""Best hits from which the graph is followed."""

BRANCHES = 6
"""Edges followed from each seed, and what a neighbour in time may bring."""

HUBS = 12
"""Entities looked at by name; the question names few of them."""

HUB_MEMORIES = 30
CHAINS = 24

GRAPH_WEIGHT = {"hub": 0.5, "causes": 0.6, "related": 0.3, "near": 0.15, "together": 0.15, "mind": 0.3}
"""Weights of the graph retrievers in rank fusion, beside the route's for vector and text."""
FIRST_WEIGHT = 1.0
"""Weight of the graph retriever that the route puts first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question on its way through the retrievers; `trust` is how far the embedder knows its language, 0–1."""

    query: str
    terms: tuple[str, ...]
    language: Language
    vector: Promised
    route: Route
    direction: CausalDirection | None
    scope: Scope
    options: Options
    trust: float = 1.0
    deep: int = DEPTH
    """Memories the vector retriever is asked for, at least DEPTH; those beyond it tell only how near their turns
    are."""
    speakers: frozenset[str] = frozenset()
    """Names of those who speak: what is asked of them is hardly told by the name, unless they are all that is asked."""
    mood: Feeling | None = None
    """How the user feels, where more than the question tells."""
    look: FirstLook = NOTHING_SEEN
    """What was found before the vector was there, in this scope."""


@dataclass(slots=True)
class Gathered:
    """What the retrievers found: ids by retriever, best first; BM25 and cosine by id; edges that lead to one; entities
    named.

    `stated` tells of turns how near the nearest memory is that derives from them, as (1 + cosine)/2.
    """

    rankings: dict[str, list[str]] = field(default_factory=dict)
    bm25: dict[str, float] = field(default_factory=dict)
    near: dict[str, float] = field(default_factory=dict)
    stated: dict[str, float] = field(default_factory=dict)
    paths: dict[str, tuple[Edge, ...]] = field(default_factory=dict)
    hubs: tuple[Hub, ...] = ()
    fused: dict[str, float] = field(default_factory=dict)

    @property
    def named(self) -> frozenset[str]:
        """Addresses of the entities that the question names."""
        return frozenset(hub.uri for hub in self.hubs)


async def gather(database: Database, asked: Asked) -> Gathered:
    """Every retriever's ids, fused by reciprocal rank under the route's weights."""
    (hubs, mind), by_meaning = await asyncio.gather(_by_name(database, asked), _meaning(database, asked))
    by_words = asked.look.memories
    found = Gathered(
        hubs=hubs,
        bm25=dict(zip(by_words.ids, by_words.scores, strict=True)),
        near={id_: 2 * score - 1 for id_, score in zip(by_meaning.ids, by_meaning.scores, strict=True)},
        stated=memory_evidence.stated(by_meaning),
    )
    found.rankings = {"vector": by_meaning.ids[:DEPTH], "text": by_words.ids, "hub": _of_hubs(hubs), "mind": mind}
    weights = _weights(asked.route, asked.trust)
    seeds = _best(fusion.fuse(found.rankings, weights), SEEDS)
    if seeds:
        await _follow(database, asked, seeds, found)
    found.fused = fusion.fuse(found.rankings, weights)
    return found


async def look(
    database: Database,
    scope: Scope,
    terms: Sequence[str],
    language: Language,
    options: Options,
    depths: Depths | None = None,
) -> FirstLook:
    """What words and names find before the vector is there: memories, entities and, to these `depths`, turns."""
    memories = options.has("memories")
    called = (*terms, *translations(terms, language))
    return await first_look.look(
        database, scope, called, language.value, depths if options.has("text") else None,
        memories=DEPTH * (memories and options.has("text")), hubs=HUBS * (memories and options.has("hubs")),
        names=terms, until=options.as_of.said_by,
    )  # fmt: skip


async def again(database: Database, asked: Asked) -> Asked:
    """The question with what words and names find in the scope that it has now."""
    found = await look(database, asked.scope, asked.terms, asked.language, asked.options)
    return replace(asked, look=found)


async def _by_name(database: Database, asked: Asked) -> tuple[tuple[Hub, ...], list[str]]:
    """What hangs on the entities that are asked about, and what the session has in mind."""
    return await asyncio.gather(_hubs(database, asked), _mind(database, asked))


async def _meaning(database: Database, asked: Asked) -> Near:
    if (vector := await asked.vector) is None:
        return remembered.NOTHING_NEAR
    deep = max(DEPTH, asked.deep) * (1 if asked.scope.project is None else BESIDE)
    return await remembered.by_meaning(database, asked.scope, vector, deep)


async def _mind(database: Database, asked: Asked) -> list[str]:
    """What the session holds in mind."""
    session = asked.options.session
    return [] if session is None else await remembered.held(database, asked.scope, session)


async def _hubs(database: Database, asked: Asked) -> tuple[Hub, ...]:
    """The entities that the question names, by any of their spellings."""
    found = asked.look.hubs
    spellings = {spelling for hub in found for spelling in hub.spellings}
    asked_for = names_asked(asked.query, spellings, asked.language)
    passed_over = frozenset() if asked.route.hub_first else asked.speakers
    named = [hub for hub in found if asked_for & set(hub.spellings) and not passed_over & set(hub.spellings)]
    return await entity_hubs.read(database, asked.scope, named, HUB_MEMORIES)


def _of_hubs(hubs: Sequence[Hub]) -> list[str]:
    """Memories of the named entities: those that name several of them first, then what states a fact, then the rest."""
    counts: dict[str, int] = {}
    for hub in hubs:
        for id_ in dict.fromkeys((*hub.facts, *hub.memories)):
            counts[id_] = counts.get(id_, 0) + 1
    facts = {id_ for hub in hubs for id_ in hub.facts}
    return sorted(counts, key=lambda id_: (-counts[id_], id_ not in facts))


async def _follow(database: Database, asked: Asked, seeds: Sequence[str], found: Gathered) -> None:
    """Add what the graph holds around the seeds."""
    causes, around = await asyncio.gather(_causes(database, asked, seeds, found), _around(database, asked, seeds))
    near = sorted(around.near, key=lambda pair: seeds.index(pair[0]))
    found.rankings |= {
        "causes": causes,
        "related": _related(around, seeds, found),
        "near": list(dict.fromkeys(id_ for _, id_ in near)),
        "together": _together(around, seeds),
    }


async def _around(database: Database, asked: Asked, seeds: Sequence[str]) -> Around:
    has = asked.options.has
    wanted = {name: BRANCHES * has(stage) for name, stage in _BRANCHING.items()}
    if not any(wanted.values()):
        return Around()
    return await remembered.around(database, asked.scope, seeds, **wanted, often=TOGETHER_FROM)


_BRANCHING = {"linked": "spread", "beside": "neighbours", "together": "together"}
"""What is followed from the seeds, and the stage that may leave it out."""


async def _causes(database: Database, asked: Asked, seeds: Sequence[str], found: Gathered) -> list[str]:
    if not (asked.options.has("causes") and asked.route.graph_first):
        return []
    directions = {CausalDirection.CAUSES: [True], CausalDirection.EFFECTS: [False]}
    wanted = [True, False] if asked.direction is None else directions[asked.direction]
    chains = await remembered.causal(database, asked.scope, seeds, wanted, CHAINS)
    place = {seed: rank for rank, seed in enumerate(seeds)}
    chains.sort(key=lambda chain: (place[chain.seed], len(chain.edges)))
    order: list[str] = []
    for chain in chains:
        # What is asked for is the other end of the chain; the seed itself is what the question already tells.
        order += chain.nodes
        for length, node in enumerate(chain.nodes, start=1):
            found.paths.setdefault(node, chain.edges[:length])
    return list(dict.fromkeys(order))


def _related(around: Around, seeds: Sequence[str], found: Gathered) -> list[str]:
    """Neighbours by activation: Σ over seeds of (1 / rank) · confidence."""
    # What the query itself leads to needs no way through the graph.
    told = {id_ for retriever in ("vector", "text") for id_ in found.rankings[retriever][:SEEDS]}
    activation: dict[str, float] = {}
    for seed, id_, edge in around.related:
        activation[id_] = activation.get(id_, 0.0) + edge.confidence / (1 + seeds.index(seed))
        if id_ not in told:
            found.paths.setdefault(id_, (edge,))
    return sorted(activation, key=lambda id_: -activation[id_])


def _together(around: Around, seeds: Sequence[str]) -> list[str]:
    """What was recalled with the seeds again and again: Σ over seeds of (1 / rank) · times."""
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


def _best(fused: Mapping[str, float], limit: int) -> list[str]:
    return sorted(fused, key=lambda id_: -fused[id_])[:limit]
