"""`graphmem bench write`: the full write path, in bulk and message by message.

Bulk is `bench mine` with memories: turns a second beside the embedder alone on the same texts and bare inserts. Single
messages go through `observe`, each in its own transaction, among all turns that the owner holds by then.

With memories of one person the same messages are observed once more, in turn by an owner with so many of them and by
one with SMALL: the ratio of the two is the cost of size.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from time import perf_counter

import numpy as np

from graphmem.evaluation import bench_mine, metrics, popular, report, synthetic
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Turn
from graphmem.ports import Progress, Purpose, silent

MESSAGES = 300
WARM_UP = 60
SMALL = 1_000
"""Memories of the owner beside the popular one."""

SEED = 7


async def run(
    memory: GraphMem,
    path: Path,
    *,
    rounds: int = bench_mine.ROUNDS,
    messages: int = MESSAGES,
    memories_of_one: int = 0,
    progress: Progress = silent,
) -> report.Report:
    """Measure all parts and report them together; every owner is erased."""
    bulk = await bench_mine.run(memory, path, rounds=rounds, memories=True, progress=progress)
    turns = [turn for conversation in await bench_mine.read(path) for turn in conversation.turns]
    observed, embedded, kept = await _observe(memory, turns[: messages + WARM_UP], progress)
    timing, base = metrics.percentiles(observed), metrics.percentiles(embedded)
    bulk["metrics"] |= {
        "observe_p50_ms": timing["p50"],
        "observe_p95_ms": timing["p95"],
        "observe_kept": kept,
        "baseline_embedding_p50_ms": base["p50"],
        "baseline_embedding_p95_ms": base["p95"],
    }
    bulk["settings"] |= {"messages": len(observed), "popular": memories_of_one}
    if memories_of_one:
        bulk["metrics"] |= await _popular(memory, turns[: messages + WARM_UP], memories_of_one, progress)
    return bulk


async def _popular(memory: GraphMem, turns: list[Turn], count: int, progress: Progress) -> dict[str, float]:
    """Percentiles of observing each message among `count` memories of one person, and among SMALL."""
    owners: dict[int, Owner] = {}
    taken: dict[int, list[float]] = {SMALL: [], count: []}
    try:
        sentences = await synthetic.base(memory.embedder, count, SEED, progress)
        for size in taken:
            owners[size] = Owner.named(f"bench-write-{size}-{secrets.token_hex(4)}")
            made = list(synthetic.chunks(sentences, size, popular.CHUNK, SEED))
            texts = [text for chunk in made for text in chunk.texts]
            vectors = np.concatenate([chunk.vectors for chunk in made])
            await popular.fill(memory.database, owners[size], texts, vectors, memory.embedder.model, progress)
        for number, turn in enumerate(turns):
            for size, owner in owners.items():
                started = perf_counter()
                await memory.observer.observe(owner, turn.text, role=turn.role, speaker=popular.SPEAKER)
                if number >= WARM_UP:
                    taken[size].append((perf_counter() - started) * 1000)
            progress("observing among memories of one", number + 1, len(turns))
    finally:
        for owner in owners.values():
            await memory.erase(owner=owner.name)
    big, small = metrics.percentiles(taken[count]), metrics.percentiles(taken[SMALL])
    return {
        "popular_observe_p50_ms": big["p50"],
        "popular_observe_p95_ms": big["p95"],
        f"popular_observe_p50_ms_at_{SMALL}": small["p50"],
        f"popular_observe_p95_ms_at_{SMALL}": small["p95"],
        f"popular_observe_ratio_to_{SMALL}": round(big["p50"] / small["p50"], 2),
    }


async def _observe(memory: GraphMem, turns: list[Turn], progress: Progress) -> tuple[list[float], list[float], int]:
    """Milliseconds of observing each message and of embedding it alone, and the number with memories."""
    owner = memory.owner(f"bench-write-{secrets.token_hex(4)}")
    observed: list[float] = []
    embedded: list[float] = []
    kept = 0
    try:
        for number, turn in enumerate(turns):
            started = perf_counter()
            await memory.embedder.embed([turn.text], Purpose.PASSAGE)
            between = perf_counter()
            seen = await memory.observer.observe(
                owner, turn.text, role=turn.role, speaker=turn.speaker, said_at=turn.said_at
            )
            ended = perf_counter()
            if number >= WARM_UP:
                embedded.append((between - started) * 1000)
                observed.append((ended - between) * 1000)
                kept += bool(seen.statements)
            progress("observing", number + 1, len(turns))
    finally:
        await memory.erase(owner=owner.name)
    return observed, embedded, kept
