"""Writes a recall's line of the ops log: query, relevance, result count, and hits left out."""

from __future__ import annotations

from collections import defaultdict

from graphmem.counting import COUNTED
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult
from graphmem.services.ops_log import Operation
from graphmem.services.retrieval.context import Context

SHOWN = 8
"""Characters of an id in the log."""


def operation(owner: Owner, result: RecallResult, block: Context) -> Operation:
    """Make the log line of a recall, and count the recall for metrics.
    The line holds the query and ids of hits, not their texts; `avg_relevance` is the mean bearing."""
    COUNTED.recall(result.latency_ms)
    found = [hit.signals for hit in result.memories] + [hit.signals for hit in result.hits]
    bearings = [signals.get("bearing", 0.0) for signals in found]
    return Operation(
        "recall",
        input=result.query,
        output="skipped" if result.skipped else _output(result, block),
        latency_ms=result.latency_ms.get("total", 0.0),
        intent=result.intent.value,
        avg_relevance=round(sum(bearings) / len(bearings), 4) if bearings else None,
        result_count=len(found),
        owner=owner,
    )


def _output(result: RecallResult, block: Context) -> str:
    by_reason: dict[str, list[str]] = defaultdict(list)
    for one in block.left_out:
        by_reason[one.why].append(one.id[:SHOWN])
    left = "; ".join(f"{len(ids)} {why} ({' '.join(ids)})" for why, ids in by_reason.items())
    named = f"block {result.block_id[:SHOWN]} " if result.block_id else ""
    shown = f"{named}shows {len(block.shown)} of memories and {len(block.turns)} of turns"
    return f"{shown}; leaves out {left}" if left else shown
