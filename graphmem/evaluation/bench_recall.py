"""`graphmem bench recall`: time and faithfulness of recall for an owner of N turns.

Beside it are an owner of 1,000 turns (the cost of size), one of ten (whether the big neighbour starves it), and exact
NumPy search over the same vectors with the same embedder: the baseline for time and the truth for recall. The
indispensable parts of a recall, one embedding and one look-up in the vector index, are timed alone. Machines differ,
and each of them from hour to hour, but the ratio of a recall to these two is the same everywhere.

`popular` owners have one speaker, who is named in every memory and every question, is the subject of every fact, and
whose memories are related: see `popular`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import perf_counter

import numpy as np

from graphmem.evaluation import metrics, popular, report, synthetic
from graphmem.evaluation.made_memories import remember
from graphmem.facade import GraphMem
from graphmem.model.ids import digest
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, Purpose, Vectors, silent
from graphmem.services.ingestion.palace_layout import PlacedTurn, RoomCursor, drafts, place, wing_draft
from graphmem.services.late_interaction import Passages
from graphmem.services.retrieval.options import STAGES, RecallOptions
from graphmem.services.retrieval.turn_retrievers import POOL, VECTOR_OVERFETCH
from graphmem.store import filing
from graphmem.store import recall as retrievers

CHUNK = 1_000
ROOM = 50
SMALL, TINY = 1_000, 10
QUERIES = 200
WINDOW, WINDOWS = 200, 12
"""Queries of one warm-up window, and the most windows.

After filling, the server still merges index segments and compiles hot code. The measurement starts when PATIENCE
windows were no faster than the best so far.
"""

PATIENCE = 3

TOP = (10, POOL)
"""Numbers of the exact best to compare: the size of an answer, and the pool that it is chosen from."""

BARE = 90
"""Turns of the look-up timed alone: the index needs three times the wanted number to be faithful."""

_START = datetime(2026, 1, 1, tzinfo=UTC)


FULL = RecallOptions(limit=10, touch=False)
"""All default stages of a recall. Memories' retrievers run whether there are memories or not."""

TURNS = RecallOptions(limit=10, touch=False, without=STAGES - {"vector", "text"})
"""Words and meaning over turns alone: the hybrid search without memories, graph and understanding."""


@dataclass(frozen=True, slots=True)
class _Store:
    """An owner of the run with its vectors in the order of filing."""

    owner: Owner
    vectors: Vectors
    ids: list[str]


async def run(
    memory: GraphMem,
    *,
    memories: int,
    remembered: int = 0,
    of_one: bool = False,
    queries: int = QUERIES,
    seed: int = 7,
    progress: Progress = silent,
) -> report.Report:
    """Fill, measure and erase; see the module.

    The first `remembered` of `memories` turns also have a memory; if all are `of_one` person, every turn has.
    """
    sentences = await synthetic.base(memory.embedder, memories, seed, progress)
    asked = _questions(queries, seed + 1, of_one=of_one)
    stores: list[_Store] = []
    try:
        for name, count in (("big", memories), ("small", min(SMALL, memories)), ("tiny", TINY)):
            if of_one:
                stores.append(await _fill_popular(memory, name, sentences, count, seed, progress))
            else:
                stores.append(await _fill(memory, name, sentences, count, seed, progress, remembered=remembered))
        big, small, tiny = stores
        warm_up = await _warm_up(memory, big, _questions(WINDOW * WINDOWS, seed + 2, of_one=of_one), progress)
        own = await _timed(memory, big, asked, progress, "recall")
        reference = await _timed(memory, small, asked, progress, f"recall at {len(small.ids)}")
        twofold = await _timed(memory, big, _twofold(asked), progress, "two questions in one") if of_one else []
        turns = await _timed(memory, big, asked, progress, "turns alone", TURNS)
        few = await _timed(memory, small, asked, progress, f"turns alone at {len(small.ids)}", TURNS)
        embedded, looked_up = await _alone(memory, big, asked, progress)
        exact, faithful = await _exact(memory, big, asked, progress)
        found = await memory.recall(asked[0], owner=tiny.owner.name, options=RecallOptions(limit=TINY, touch=False))
    finally:
        for store in stores:
            await memory.erase(owner=store.owner.name, progress=progress)
    timing, base, small_timing = (metrics.percentiles(values) for values in (own, exact, reference))
    hybrid, hybrid_few = metrics.percentiles(turns), metrics.percentiles(few)
    embedding, look_up = metrics.percentiles(embedded)["p50"], metrics.percentiles(looked_up)["p50"]
    return {
        "metrics": {
            "p50_ms": timing["p50"],
            "p95_ms": timing["p95"],
            "recall_vs_exact": round(float(np.mean(faithful[TOP[0]])), 4),
            f"recall_vs_exact_at_{TOP[1]}": round(float(np.mean(faithful[TOP[1]])), 4),
            "per_second": round(1000 / float(np.mean(own)), 1),
            f"p50_ms_at_{SMALL}": small_timing["p50"],
            f"p95_ms_at_{SMALL}": small_timing["p95"],
            f"ratio_to_{SMALL}": round(timing["p50"] / small_timing["p50"], 2),
            "turns_only_p50_ms": hybrid["p50"],
            "turns_only_p95_ms": hybrid["p95"],
            f"turns_only_ratio_to_{SMALL}": round(hybrid["p50"] / hybrid_few["p50"], 2),
            **({"two_parts_p50_ms": metrics.percentiles(twofold)["p50"]} if twofold else {}),
            "embedding_p50_ms": embedding,
            "index_look_up_p50_ms": look_up,
            "ratio_to_both": round(timing["p50"] / (embedding + look_up), 2),
            "turns_only_ratio_to_both": round(hybrid["p50"] / (embedding + look_up), 2),
            "baseline_exact_numpy_p50_ms": base["p50"],
            "baseline_exact_numpy_p95_ms": base["p95"],
            "tiny_owner_found": len(found.hits),
            "tiny_owner_has": TINY,
        },
        "latency_ms": timing,
        "settings": report.settings(
            memories=memories, remembered=memories if of_one else min(memories, remembered), popular=of_one,
            queries=queries, seed=seed, embedder=memory.embedder.model, pool=POOL,
            overfetch=VECTOR_OVERFETCH, limit=10, warm_up=warm_up,
            note="query embedding included; every query is new to the cache",
        ),
    }  # fmt: skip


async def _fill(
    memory: GraphMem,
    name: str,
    sentences: synthetic.Turns,
    count: int,
    seed: int,
    progress: Progress,
    *,
    remembered: int = 0,
) -> _Store:
    """File `count` made-up turns in rooms of fifty, with their vectors; the first ones get memories."""
    owner = Owner.named(f"bench-recall-{name}-{secrets.token_hex(4)}")
    vectors: list[Vectors] = []
    ids: list[str] = []
    for number, chunk in enumerate(synthetic.chunks(sentences, count, CHUNK, seed)):
        conversation = _conversation(f"{name}-{number}", chunk.texts, number)
        wing = wing_draft(owner, conversation, None)
        rooms, turns = place(owner, conversation, wing)
        await _file(memory, owner, wing, rooms, turns, chunk.vectors)
        if kept := turns[: max(0, remembered - len(ids))]:
            await remember(memory.database, owner, kept, chunk.vectors[: len(kept)], memory.embedder.model)
        vectors.append(chunk.vectors)
        ids.extend(turn.id for turn in turns)
        progress(f"filling the {name} owner", len(ids), count)
    return _Store(owner, np.concatenate(vectors), ids)


async def _file(
    memory: GraphMem,
    owner: Owner,
    wing: filing.WingDraft,
    rooms: list[filing.RoomDraft],
    turns: list[PlacedTurn],
    vectors: Vectors,
) -> None:
    cursors = {room.id: RoomCursor() for room in rooms}
    read = Passages(vectors, synthetic.states(memory.embedder.model, len(turns)))
    closets, drawers = drafts(turns, read, memory.embedder.model, cursors, digest(wing.id))
    await filing.file(memory.database, owner, filing.Batch(wing, rooms, closets, drawers))


def _conversation(key: str, texts: list[str], number: int) -> Conversation:
    sessions = []
    for start in range(0, len(texts), ROOM):
        at = _START + timedelta(hours=number * 24 + start // ROOM)
        turns = tuple(
            Turn(text=text, speaker=("Ada", "Mert")[index % 2], role=Role.USER, said_at=at + timedelta(minutes=index))
            for index, text in enumerate(texts[start : start + ROOM])
        )
        sessions.append(Session(title=f"{key} {start // ROOM}", started_at=at, turns=turns))
    return Conversation(key=key, title=key, wing=f"bench {key}", sessions=tuple(sessions))


def _questions(count: int, seed: int, *, of_one: bool) -> list[str]:
    """The questions; with `of_one` person all name her."""
    asked = synthetic.questions(count, seed)
    return [f"{_BY}{question[:1].lower()}{question[1:]}" for question in asked] if of_one else asked


_BY = f"According to {popular.SPEAKER}, "


def _twofold(asked: list[str]) -> list[str]:
    """The same with a second question in each: every part is searched separately."""
    return [
        f"{question.removeprefix(_BY).capitalize()[:-1]}, and what did {popular.SPEAKER} say?" for question in asked
    ]


async def _fill_popular(
    memory: GraphMem, name: str, sentences: synthetic.Turns, count: int, seed: int, progress: Progress
) -> _Store:
    owner = Owner.named(f"bench-recall-{name}-{secrets.token_hex(4)}")
    made = list(synthetic.chunks(sentences, count, CHUNK, seed))
    texts = [text for chunk in made for text in chunk.texts]
    vectors = np.concatenate([chunk.vectors for chunk in made])
    ids = await popular.fill(memory.database, owner, texts, vectors, memory.embedder.model, progress)
    return _Store(owner, vectors, ids)


async def _warm_up(memory: GraphMem, store: _Store, asked: list[str], progress: Progress) -> int:
    """Recall until recalls get no faster, and return the number of queries that took."""
    best, idle = float("inf"), 0
    for start in range(0, len(asked), WINDOW):
        window = await _timed(memory, store, asked[start : start + WINDOW], silent, "")
        progress("warming up", start + WINDOW, len(asked))
        median = float(np.median(window))
        best, idle = (median, 0) if median < 0.95 * best else (best, idle + 1)
        if idle == PATIENCE:
            return start + WINDOW
    return len(asked)


async def _timed(
    memory: GraphMem, store: _Store, asked: list[str], progress: Progress, what: str, options: RecallOptions = FULL
) -> list[float]:
    """Milliseconds of each recall; the cache is emptied, so that every query is embedded."""
    latencies = []
    for number, query in enumerate(asked):
        memory.forget_cached_queries()
        started = perf_counter()
        await memory.recall(query, owner=store.owner.name, options=options)
        latencies.append((perf_counter() - started) * 1000)
        progress(what, number + 1, len(asked))
    return latencies


async def _alone(
    memory: GraphMem, store: _Store, asked: list[str], progress: Progress
) -> tuple[list[float], list[float]]:
    """Milliseconds of embedding each query, and of its look-up in the vector index for three times a pool."""
    embedded: list[float] = []
    looked_up: list[float] = []
    for number, query in enumerate(asked):
        memory.forget_cached_queries()
        started = perf_counter()
        vector = (await memory.embedder.embed([query], Purpose.QUERY))[0]
        between = perf_counter()
        await retrievers.nearest(memory.database, store.owner, vector, BARE)
        embedded.append((between - started) * 1000)
        looked_up.append((perf_counter() - between) * 1000)
        progress("embedding and look-up alone", number + 1, len(asked))
    return embedded, looked_up


async def _exact(
    memory: GraphMem, store: _Store, asked: list[str], progress: Progress
) -> tuple[list[float], dict[int, list[float]]]:
    """Milliseconds of exact search with embedding, and the vector retriever's share of the exact best."""
    latencies: list[float] = []
    shares: dict[int, list[float]] = {top: [] for top in TOP}
    place = {id_: row for row, id_ in enumerate(store.ids)}
    for number, query in enumerate(asked):
        memory.forget_cached_queries()
        started = perf_counter()
        vector = (await memory.embedder.embed([query], Purpose.QUERY))[0]
        scores = store.vectors @ vector
        best = np.sort(scores[np.argpartition(-scores, min(POOL, scores.size - 1))[:POOL]])[::-1]
        latencies.append((perf_counter() - started) * 1000)
        hits = await retrievers.nearest(memory.database, store.owner, vector, POOL * VECTOR_OVERFETCH)
        for top, found in shares.items():
            # Equal vectors may swap places at the cut, so the reached score counts, not the id.
            lowest = float(best[:top].min())
            good = sum(float(scores[place[id_]]) >= lowest - 1e-6 for id_ in hits.ids[:top])
            found.append(good / min(top, best.size))
        progress("exact search", number + 1, len(asked))
    return latencies, shares
