"""Ranks turns for one question from the retrievers' hits.

`TurnHits` holds everything that the ranking needs except the turns' texts, so that an evaluation can store it and
rank it again under other constants (`python -m tests.evals tune`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.cognition import fusion
from graphmem.language.coverage import query_words
from graphmem.language.question.list_questions import asks_several
from graphmem.model.language import Language
from graphmem.model.palace import PlacedDrawer
from graphmem.model.recall import Hit
from graphmem.services.retrieval import rerank_by_text, rerank_newest, turn_scoring
from graphmem.services.retrieval.cross_language import PLAIN, Reading
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.turn_scoring import Pool, RankedTurns
from graphmem.store.recall import Hits

JOINED = 50
"""Hits of each part that `merge_rankings` fuses, whatever the limit."""


@dataclass(frozen=True, slots=True)
class TurnHits:
    """The turn retrievers' hits for one question or one part of it.

    `hits` by retriever ("vector", "text", "memory"); `stated` maps a turn's id to (1 + cosine)/2 of its nearest memory;
    `reading` is how the embedder reads the question.
    """

    query: str
    language: Language
    terms: tuple[str, ...]
    hits: Mapping[str, Hits]
    stated: Mapping[str, float] = field(default_factory=dict)
    reading: Reading = PLAIN


def pool_turns(retrievers: TurnHits, options: RecallOptions) -> Pool:
    """Pool the turns of all retrievers and score them by the retrievers' signals."""
    several = options.has("several") and asks_several(retrievers.query, retrievers.language)
    return turn_scoring.pool_of(
        retrievers.query, retrievers.hits, retrievers.reading, retrievers.stated, several=several
    )


def ids_to_read(pool: Pool, options: RecallOptions) -> list[str]:
    """Ids of the turns whose text the ranking reads, best first."""
    return pool.best(max(options.limit, rerank_by_text.READ))


def rescore_by_text(
    retrievers: TurnHits, pool: Pool, described: Mapping[str, PlacedDrawer], options: RecallOptions
) -> Pool:
    """Rescore the pool's best by their text; `described` holds those of `ids_to_read` that may be shown."""
    return rerank_by_text.read(pool, ids_to_read(pool, options), described, retrievers.query, options)


def ids_to_show(pool: Pool, described: Mapping[str, PlacedDrawer], options: RecallOptions) -> list[str]:
    """Ids of the turns that may end among the first `limit`, best first."""
    reach = rerank_newest.REACH if options.has("newest") else 0
    return pool.best(max(options.limit, reach), among=frozenset(described))


def newest_values_first(
    retrievers: TurnHits, hits: Sequence[Hit], described: Mapping[str, PlacedDrawer], options: RecallOptions
) -> tuple[Hit, ...]:
    """The first `limit` hits, with a newer value before the value it replaces."""
    if not options.has("newest"):
        return tuple(hits[: options.limit])
    newest = rerank_newest.newest_first(hits, retrievers.query, retrievers.terms, retrievers.language)
    return rerank_newest.corrected_first(newest, described)[: options.limit]


def rank_turns(
    retrievers: TurnHits, pool: Pool, described: Mapping[str, PlacedDrawer], options: RecallOptions
) -> RankedTurns:
    """Rank the best turns as explained hits; `described` holds those of `ids_to_read` that may be shown."""
    pool = rescore_by_text(retrievers, pool, described, options)
    found = turn_scoring.rank_pool(
        pool, ids_to_show(pool, described, options), described, query_words(retrievers.query, retrievers.language)
    )
    return replace(found, hits=newest_values_first(retrievers, found.hits, described, options))


def merge_rankings(parts: Sequence[RankedTurns], limit: int) -> RankedTurns:
    """Merge the rankings of a question's parts: by best rank in any part, then by reciprocal rank fusion.
    The best rank decides because a turn that answers one part need not match the others."""
    hits: dict[str, Hit] = {hit.drawer.id: hit for part in reversed(parts) for hit in part.hits}
    orders = [[hit.drawer.id for hit in part.hits[:JOINED]] for part in parts]
    fused = fusion.fuse({str(part): ids for part, ids in enumerate(orders)})
    best: dict[str, int] = {}
    for ids in orders:
        for rank, id_ in enumerate(ids):
            best[id_] = min(rank, best.get(id_, rank))
    order = sorted(fused, key=lambda id_: (best[id_], -fused[id_]))
    return RankedTurns(tuple(hits[id_] for id_ in order[:limit]), sum(part.candidates for part in parts))
