"""The invariants of the graph, checked over the whole store."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.ports import Progress, silent
from graphmem.store import labels
from graphmem.store.database import Database
from graphmem.store.queries import bind
from graphmem.store.schema import stored_embedder

_CHECKS = {
    "every memory has one open tier, its own": bind("tenant/doctor_tiers", __name__),
    "every derived memory leads to its source": bind("tenant/doctor_provenance", __name__),
    "every quote stands in a source of its memory": bind("tenant/doctor_quotes", __name__),
    "no interval is empty or runs backwards": bind("tenant/doctor_intervals", __name__),
    "what was replaced ends where its successor begins": bind("tenant/doctor_successors", __name__),
    "every fact ends with the memory that grounds it": bind("tenant/doctor_facts", __name__),
    "every embedding has the size of its index": bind("tenant/doctor_embeddings", __name__),
    "no edge joins two owners": bind("tenant/doctor_owners", __name__),
    "every text has the label of its language": bind("tenant/doctor_languages", __name__),
    "no cause begins after its effect": bind("tenant/doctor_causes", __name__),
    "every cause has something in common with its effect": bind("tenant/doctor_grounds", __name__),
    "every drawer lies in one closet, every counter counts": bind("tenant/doctor_palace", __name__),
    "every question is about two memories that are believed": bind("tenant/doctor_reviews", __name__),
    "every procedure has its name and steps, every episode its event": bind("tenant/doctor_procedures", __name__),
    "every change of a dream leads from its run to a memory": bind("tenant/doctor_dreams", __name__),
    "what was forgotten is withheld, and no tombstone holds words": bind("tenant/doctor_tombstones", __name__),
    "every schedule that is not paused has a next run": bind("tenant/doctor_schedules", __name__),
    "every edge carries what it is ordered by": bind("tenant/doctor_order", __name__),
}


_WARNINGS = {
    "no schedule has changed nothing twenty times in a row": bind("tenant/doctor_barren", __name__),
    "no dream wants to change nearly everything": bind("tenant/doctor_sweeping", __name__),
    "no import or dream is under way (the next start closes one whose process is gone)": bind(
        "tenant/doctor_under_way", __name__
    ),
    "no dream was cut off (the owner's next one ends it)": bind("tenant/doctor_interrupted", __name__),
    "no key has been unused for ninety days": bind("tenant/doctor_unused_keys", __name__),
    "every turn has its token states (graphmem backfill gives them)": bind("tenant/doctor_token_states", __name__),
    "no owner's settings were lost by a rebuild (set them again)": bind("tenant/doctor_lost_settings", __name__),
    "no job has been waiting for more than an hour": bind("tenant/doctor_waiting_jobs", __name__),
}
"""What is no breach, but somebody should look at."""

_SIZES = bind("tenant/doctor_sizes", __name__)

GROWN = 10
"""Times of its texts and vectors that a store may take on disk; with indexes and what files grow ahead it is three."""

SMALL_BYTES = 2**30
"""A store below it is not asked after: of a young one most is what every database brings."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: how many breaches, and the id of one of them. One that is not `grave` is for somebody to look at."""

    check: str
    count: int
    example: str | None
    grave: bool = True


async def examine(
    database: Database, progress: Progress = silent, on_disk: int | None = None, axes: bytes | None = None
) -> list[Finding]:
    """Run every check and return one finding each; a healthy store has only zeros.

    `on_disk` are the bytes that the store takes, where they are known: only then is it asked whether they are too many.
    `axes` is the tag of those along which the embedder's token states are kept, None for one that tells none.
    """
    embedder = await stored_embedder(database)
    known = {"dimensions": embedder.dimensions if embedder else 0, "labels": labels.TEXTS, "axes": axes}
    findings = []
    checks = _CHECKS | _WARNINGS
    for done, (check, query) in enumerate(checks.items()):
        progress("examining the graph", done, len(checks))
        row = (await database.run(query, **{name: known[name] for name in query.params}))[0]
        findings.append(Finding(check, row["found"], row["example"], check in _CHECKS))
    return findings if on_disk is None else [*findings, await _grown(database, known["dimensions"], on_disk)]


async def _grown(database: Database, dimensions: object, on_disk: int) -> Finding:
    """Whether the store outgrew what is in it: space of what was deleted, logs that nothing prunes, old versions. The
    texts of a small one are not read for it."""
    told = None
    if on_disk > SMALL_BYTES:
        held = (await database.run(_SIZES, dimensions=dimensions))[0]["bytes"]
        if on_disk > GROWN * held:
            told = f"{on_disk // 2**20} MB on disk, {held // 2**20} MB of texts and vectors"
    check = f"the store takes at most {GROWN} times its texts and vectors"
    return Finding(check, int(told is not None), told, grave=False)
