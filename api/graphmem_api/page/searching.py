"""Search: the recall of agents, with the best answers first, each with its reason, and the block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from starlette.responses import Response

from graphmem.model.recall import BlockEntry, Hit, MemoryHit, RecallResult
from graphmem.services.retrieval.block import depth
from graphmem.services.retrieval.options import BUDGET, FEWEST_TOKENS, MOST_TOKENS, RecallOptions
from graphmem.services.spaces import EVERY
from graphmem_api.page.visit import Visit

FURTHER = 10
"""Further hits, the surest, that are listed below the block."""


@dataclass(frozen=True, slots=True)
class Row:
    """A turn or a memory of the list, with its confidence; `told` is its further text in the block.

    Without `turn` and `memory` it is an entry that the block always shows, or shows beside another one.
    """

    confidence: float
    turn: Hit | None = None
    memory: MemoryHit | None = None
    entry: BlockEntry | None = None
    told: str = ""


async def search(visit: Visit) -> Response:
    """Show the hits or, before a question, how to ask. Searching here strengthens no memory."""
    query, span = visit.asked("q"), await visit.memory.memories.span(visit.owner)
    budget = max(visit.number("budget", BUDGET, MOST_TOKENS), FEWEST_TOKENS)
    dormant, beside = visit.asked("dormant") == "yes", visit.asked("spaces") == "yes"
    result = None
    if query:
        options = RecallOptions(as_of=visit.as_of, dormant=dormant, budget=budget, touch=False)
        options = replace(options, limit=depth(options), spaces=(EVERY,) if beside else ())  # all of the block
        result = await visit.memory.recall(query, owner=visit.owner, options=options)
    values: dict[str, object] = {"query": query, "result": result, "span": span, "budget": budget, "dormant": dormant}
    values |= {"beside": beside, "has_spaces": beside or bool(await visit.memory.spaces.of(visit.owner))}
    values |= {"answers": answers(result) if result else [], "further": further(result) if result else []}
    return visit.page("parts/found.html" if visit.is_part else "search.html", **values)


def answers(result: RecallResult) -> list[Row]:
    """The entries of the block, best answers first, with their confidence there."""
    turns = {hit.drawer.id: hit for hit in result.hits}
    memories = {hit.memory.id: hit for hit in result.memories}
    return [
        Row(one.confidence, turns.get(one.id), None, one, one.told)
        if one.is_turn
        else Row(one.confidence, None, memories.get(one.id), one)
        for one in result.entries
    ]


def further(result: RecallResult) -> list[Row]:
    """The surest of the other hits, each once, without those in the block."""
    said = {one.id for one in result.entries} | {one.pointer for one in result.entries if one.pointer}
    rows = sorted(_others(result, said), key=lambda row: -row.confidence)
    return rows[:FURTHER]


def _others(result: RecallResult, said: set[str]) -> Iterator[Row]:
    for hit in result.memories:
        if hit.memory.id not in said and said.isdisjoint(hit.sources):
            yield Row(hit.confidence, memory=hit)
    quoted = {pointer for hit in result.memories for pointer in hit.sources} | said
    for turn in result.hits:
        if turn.drawer.id not in said and turn.drawer.pointer not in quoted:
            yield Row(turn.confidence, turn=turn)
