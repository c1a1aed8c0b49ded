"""What a query costs does not grow with the owner: db hits by PROFILE of everything that is asked of an owner in whom
one person says, is named by and is the subject of everything, at two sizes."""

from __future__ import annotations

import os

import numpy as np
import pytest

from graphmem.evaluation import made_memories, popular, synthetic
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import queries
from graphmem.store.database import Database
from graphmem.store.profiling import Hits, ProfilingDriver
from tests.support.tour import tour

pytestmark = pytest.mark.long

SMALL, BIG = map(int, os.environ.get("GROWTH", "450 1500").split())
"""Memories of the two owners; `make growth` takes 1,500 and 20,000, which fill caches and caps that these do not."""
MOST_GROWTH = 2.0
"""What grows with the owner grows by more than three times from the one to the other."""
SLACK = 20
"""Db hits by which two calls may differ whatever they do."""

CAPPED = {
    # A recall's pool of candidates, which an owner of 450 memories does not fill.
    "recall/describe_memories": 30_000,
    "recall/strengths": 6_000,
    "recall/memories_by_meaning": 16_000,  # 900 memories at the most, where a project is told
    "memory/renew_memories": 300,  # what was made of the turns before, however much that is
    "recall/causal_paths": 4_500,  # a hundred weak relations of a memory on each of two steps
    # Whether the memory that was said again and again is among the ten seeds: its hundred relations and fifty turns.
    "recall/around_memories": 9_000,
    "memory/sources_of_memories": 5_000,  # ten turns of each of fifty memories
    # Batches of a dream, of at most 500 memories.
    **{"dream/used_memories": 20_000, "dream/live_memories": 20_000, "dream/expired_memories": 6_000},
    **{
        "dream/change_memories": 40_000,
        "dream/rehearse_memories": 20_000,
        "dream/list_changes": 10_000,
        "dream/undo_changes": 30_000,
    },
    **{"dream/later_runs": 10_000, "dream/diary_changes": 10_000},
    # Of at most 250, of twelve sources each.
    **{"dream/derived_memories": 20_000, "dream/make_memories": 120_000, "dream/unmake_memories": 20_000},
    "tombstone/memory_to_forget": 1_500,  # two hundred turns of a memory, and the facts that rest on it
    "memory/version_memories": 50_000,  # fifty memories, one of them said a thousand times: its version has those turns
    # As many memories as stand in a block of 800 tokens, of which a small owner's question fills less.
    **{"block/open_block": 300, "recall/record_outcomes": 300},
    "palace/outline": 700,  # a page of a hundred rooms
    "map/map_nodes": 110_000,  # the last 4,000 memories of a tier
    "map/map_edges": 130_000,  # 2,000 nodes
    "relation/latest_changes": 12_000,  # the last thousand memories
    "recall/speakers": 6_100,  # a sample of 2,000 turns, once in five minutes
}
"""What grows up to the cap, which is reached by bigger owners than these."""

NOT_OF_AN_OWNER = {
    *(
        "job/",
        "usage/",
        "schema/",
        "tenant/doctor_",
        "tenant/store_sizes",
        "tenant/any_keys",
        "tenant/key_owner",
        "tenant/use_key",
        "tenant/owners",
        "place/",  # an owner's own lease and node, by their keys; and all there is, when they move
    ),
    *(
        "session/idle_sessions",
        "session/known_session",
        "request/prune_requests",
        "tenant/prune_erased",
        "block/prune_",
        *("audit/prune_", "audit/old_owners", "audit/carry_chain", "audit/chain_to_carry"),
        "schedule/owners_without_schedule",
        "schedule/due_schedules",
        "dream/fold_changes",
    ),
}
"""Prefixes of what asks of no owner, or of none's memories: jobs and sums by day are pruned or few."""

PROPORTIONAL = {
    "tenant/erase_owner": "removes all there is, a batch at a time",
    "tenant/erase_facts": "removes all there are, a batch at a time",
    "tenant/raw_insert": "the baseline of a benchmark",
    "palace/reset_embeddings": "reindex: all vectors, a batch at a time",
    "palace/set_embeddings": "what a backfill fills",
    "palace/unread_drawers": "looks, for a backfill, through all turns for those an older version filed",
    "memory/reset_memory_embeddings": "reindex: all vectors, a batch at a time",
    "memory/set_memory_embeddings": "what a backfill fills",
    "relation/prune_relations": "weighs all weak relations of an owner with 50,000, once in 5,000",
    "dream/tier_counts": "counts what is awake, once a dream and for who asks for the tiers",
    "entity/slot_facts": "slots the facts of a relation that was just declared, a page of entities at a time",
    "entity/facts_as_of": "reads what was ever so of a subject and a predicate, to find what was so at an instant",
    "dream/faded_memories": "looks, once a rehearsal, for the first fifty that hardly come to mind, the oldest first",
    "dream/idle_memories": "looks, once a dream, for the first that may sleep among what was left alone for long",
    **dict.fromkeys(
        (
            *("memory/count_memories", "job/count_jobs", "review/count_reviews", "tombstone/count_tombstones"),
            *("audit/count_entries", "dream/count_runs", "dream/count_changes", "palace/count_closets"),
            *("entity/count_entities", "session/count_sessions"),
            *("palace/count_drawers", "procedure/count_procedures", "procedure/count_episodes"),
        ),
        "counts all there is, for who asks how many a list has",
    ),
    "memory/outlived_memories": "looks, once a day, through what a rule of retention is about",
    **dict.fromkeys(queries.names("subject"), "reads all there is of a person, for who asks for a report"),
    "tenant/memory_stats": "counts all there is, for a person who asks how much that is",
    **dict.fromkeys(queries.names("archive"), "an export reads and an import writes all there is"),
    "relation/related_pairs": "lists all that was replaced, for evaluations",
}
"""What may cost as much as it reads or removes, and why; none of it is asked while somebody waits for an answer."""


async def hits(memory: GraphMem, name: str, size: int) -> Hits:
    """What each statement costs for an owner of that size."""
    owner = Owner.named(name)
    chance = np.random.default_rng(size)
    vectors = chance.normal(size=(size, memory.embedder.dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    texts = synthetic.sentences(size, 1)
    turns = await popular.fill(memory.database, owner, texts, vectors, memory.embedder.model)
    driver = ProfilingDriver(memory.database.driver)
    database = Database(driver, memory.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(memory.settings, database, memory.embedder, memory.usage, ledger=memory.ledger)
    await tour(profiled, owner, made_memories.id_of(turns[0]))
    await memory.keys.revoke(owner, "tour")  # a key of anybody opens the door, which other tests find closed
    return driver.hits


@pytest.mark.timeout(1800)
async def test_no_query_grows_with_a_popular_owner(memory: GraphMem, owner: str) -> None:
    small, big = await hits(memory, f"{owner}-small", SMALL), await hits(memory, f"{owner}-big", BIG)
    grown = {
        name: (max(small[name]), max(costs))
        for name, costs in big.items()
        if name not in PROPORTIONAL
        and max(costs) > max(CAPPED.get(name, 0), MOST_GROWTH * max(small[name], default=0) + SLACK)
    }
    assert not grown, f"db hits at {SMALL} and {BIG} memories: {grown}"
    asked = {name for name in queries.names() if not name.startswith(tuple(NOT_OF_AN_OWNER))} - PROPORTIONAL.keys()
    assert asked <= big.keys(), f"not tried: {sorted(asked - big.keys())}"
