"""`graphmem bench write`: the full write path, in bulk and message by message.

Bulk is `bench mine` with memories: turns a second beside the embedder alone on the same texts and bare inserts. Single
messages go through `observe`, each in its own transaction, among everything the owner holds by then.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from time import perf_counter

from graphmem.evaluation import bench_mine, metrics, report
from graphmem.facade import GraphMem
from graphmem.model.transcript import Turn
from graphmem.ports import Progress, Purpose, silent

MESSAGES = 300
WARM_UP = 60


async def run(
    memory: GraphMem,
    path: Path,
    *,
    rounds: int = bench_mine.ROUNDS,
    messages: int = MESSAGES,
    progress: Progress = silent,
) -> report.Report:
    """Measure both and report them together; every owner is erased."""
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
    bulk["settings"] |= {"messages": len(observed)}
    return bulk


async def _observe(memory: GraphMem, turns: list[Turn], progress: Progress) -> tuple[list[float], list[float], int]:
    """Milliseconds of observing each message and of embedding it alone, and how many gave memories."""
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
