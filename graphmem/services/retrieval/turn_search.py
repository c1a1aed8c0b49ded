"""One question asked of the turns: what the retrievers found, as a value, and the order that is made of it.

The value holds all that the order hangs on besides what the turns say, so that it can be stored and ordered anew under
other constants (`python -m tests.evals tune`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.cognition import fusion
from graphmem.language.coverage import wanted
from graphmem.language.question.several import asks_several
from graphmem.model.language import Language
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.services.retrieval import rerank_by_text, rerank_newest, turn_scoring
from graphmem.services.retrieval.cross_language import PLAIN, Reading
from graphmem.services.retrieval.options import Options
from graphmem.services.retrieval.turn_scoring import Pool, Ranked
from graphmem.store.recall import Hits

JOINED = 50
"""Hits of each part of a question that are joined, whatever the limit."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What the retrievers found of turns for one question or one part of it, and how the embedder reads the question.

    `hits` by retriever ("vector", "text", "memory"); `stated` tells how near turns are by their nearest memory, as
    (1 + cosine)/2.
    """

    query: str
    language: Language
    terms: tuple[str, ...]
    hits: Mapping[str, Hits]
    stated: Mapping[str, float] = field(default_factory=dict)
    reading: Reading = PLAIN


def pooled(retrievers: Retrieved, options: Options) -> Pool:
    """Every turn that a retriever found, scored by what the retrievers tell of it."""
    several = options.has("several") and asks_several(retrievers.query, retrievers.language)
    return turn_scoring.pool_of(
        retrievers.query, retrievers.hits, retrievers.reading, retrievers.stated, several=several
    )


def to_read(pool: Pool, options: Options) -> list[str]:
    """The ids of the turns whose text the order needs, best first."""
    return pool.best(max(options.limit, rerank_by_text.READ))


def reread(retrievers: Retrieved, pool: Pool, described: Mapping[str, PlacedDrawer], options: Options) -> Pool:
    """The pool after its best were read; `described` holds those of `to_read` that may be shown."""
    return rerank_by_text.read(pool, to_read(pool, options), described, retrievers.query, options)


def shown(pool: Pool, described: Mapping[str, PlacedDrawer], options: Options) -> list[str]:
    """The ids of the turns that may be among the first `limit` in the end, best first."""
    reach = rerank_newest.REACH if options.has("newest") else 0
    return pool.best(max(options.limit, reach), among=frozenset(described))


def latest(
    retrievers: Retrieved, hits: Sequence[Hit], described: Mapping[str, PlacedDrawer], options: Options
) -> tuple[Hit, ...]:
    """The hits with what is newer before what it replaces."""
    if not options.has("newest"):
        return tuple(hits[: options.limit])
    newest = rerank_newest.newest_first(hits, retrievers.query, retrievers.terms, retrievers.language)
    return rerank_newest.corrected_first(newest, described)[: options.limit]


def ordered(retrievers: Retrieved, pool: Pool, described: Mapping[str, PlacedDrawer], options: Options) -> Ranked:
    """The best turns as explained hits; `described` holds those of `to_read` that may be shown."""
    pool = reread(retrievers, pool, described, options)
    found = turn_scoring.ranked(
        pool, shown(pool, described, options), described, wanted(retrievers.query, retrievers.language)
    )
    return replace(found, hits=latest(retrievers, found.hits, described, options))


def joined(parts: Sequence[Ranked], limit: int) -> Ranked:
    """The turns that the parts of a question found as one order: by the best rank in any part, then by reciprocal rank,
    since an answer to one part need not be one to the others."""
    hits: dict[str, Hit] = {hit.drawer.id: hit for part in reversed(parts) for hit in part.hits}
    orders = [[hit.drawer.id for hit in part.hits[:JOINED]] for part in parts]
    fused = fusion.fuse({str(part): ids for part, ids in enumerate(orders)})
    best: dict[str, int] = {}
    for ids in orders:
        for rank, id_ in enumerate(ids):
            best[id_] = min(rank, best.get(id_, rank))
    order = sorted(fused, key=lambda id_: (best[id_], -fused[id_]))
    return Ranked(tuple(hits[id_] for id_ in order[:limit]), sum(part.candidates for part in parts))
