"""The invariants of the graph, checked over the whole store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphmem.ports import Progress, silent
from graphmem.store import labels
from graphmem.store.database import Database
from graphmem.store.queries import Query, bind
from graphmem.store.schema import stored_embedder


@dataclass(frozen=True, slots=True)
class Check:
    """An invariant: the query that counts breaches, the remedy, and the statement that repairs them.
    With `grave=False` a breach is a hint, not an error."""

    name: str
    query: Query
    remedy: str
    repair: Query | None = None
    grave: bool = True


CHECKS = (
    Check(
        "every memory has one open tier, its own",
        bind("tenant/doctor_tiers", __name__),
        "the newest open stay in a tier is kept, or one begun",
        bind("tenant/doctor_repairs_tiers", __name__),
    ),
    Check(
        "every derived memory leads to its source",
        bind("tenant/doctor_provenance", __name__),
        "look at it (graphmem memories), and forget what you do not know to be so",
    ),
    Check(
        "every quote stands in a source of its memory",
        bind("tenant/doctor_quotes", __name__),
        "a place where nothing stands is dropped; graphmem reform finds it anew",
        bind("tenant/doctor_repairs_quotes", __name__),
    ),
    Check(
        "no interval is empty or runs backwards",
        bind("tenant/doctor_intervals", __name__),
        "an empty interval gets a microsecond",
        bind("tenant/doctor_repairs_intervals", __name__),
    ),
    Check(
        "what was replaced ends where its successor begins",
        bind("tenant/doctor_successors", __name__),
        "the replaced memory ends there",
        bind("tenant/doctor_repairs_successors", __name__),
    ),
    Check(
        "every fact ends with the memory that grounds it",
        bind("tenant/doctor_facts", __name__),
        "the fact ends with its memory",
        bind("tenant/doctor_repairs_facts", __name__),
    ),
    Check(
        "every embedding has the size of its index",
        bind("tenant/doctor_embeddings", __name__),
        "an embedding of another size is dropped; graphmem backfill makes it anew",
        bind("tenant/doctor_repairs_embeddings", __name__),
    ),
    Check(
        "no edge joins two owners",
        bind("tenant/doctor_owners", __name__),
        "restore a backup from before, and report it: no release writes such an edge",
    ),
    Check(
        "every text has the label of its language",
        bind("tenant/doctor_languages", __name__),
        "the label is set",
        bind("tenant/doctor_repairs_languages", __name__),
    ),
    Check(
        "no cause begins after its effect",
        bind("tenant/doctor_causes", __name__),
        "the cause is retracted",
        bind("tenant/doctor_repairs_causes", __name__),
    ),
    Check(
        "every cause has something in common with its effect",
        bind("tenant/doctor_grounds", __name__),
        "the cause is retracted",
        bind("tenant/doctor_repairs_grounds", __name__),
    ),
    Check(
        "every drawer lies in one closet, every counter counts",
        bind("tenant/doctor_palace", __name__),
        "counters are counted anew; a turn that lies nowhere is mined again from its source",
        bind("tenant/doctor_repairs_palace", __name__),
    ),
    Check(
        "every question is about two memories that are believed",
        bind("tenant/doctor_reviews", __name__),
        "the question is removed",
        bind("tenant/doctor_repairs_reviews", __name__),
    ),
    Check(
        "every procedure has its name and steps, every episode its event",
        bind("tenant/doctor_procedures", __name__),
        "record it again, and forget the broken one",
    ),
    Check(
        "every change of a dream leads from its run to a memory",
        bind("tenant/doctor_dreams", __name__),
        "changes are counted anew, and an empty stay in a tier gets a microsecond; else undo the dream",
        bind("tenant/doctor_repairs_dreams", __name__),
    ),
    Check(
        "what was forgotten is withheld, and no tombstone holds words",
        bind("tenant/doctor_tombstones", __name__),
        "words of a tombstone are removed, and what was forgotten ends; else forget it again",
        bind("tenant/doctor_repairs_tombstones", __name__),
    ),
    Check(
        "every schedule that is not paused has a next run",
        bind("tenant/doctor_schedules", __name__),
        "set it again (graphmem schedule set)",
    ),
    Check(
        "every edge carries what it is ordered by",
        bind("tenant/doctor_order", __name__),
        "it is read from the nodes that the edge joins",
        bind("tenant/doctor_repairs_order", __name__),
    ),
    Check(
        "no schedule has changed nothing twenty times in a row",
        bind("tenant/doctor_barren", __name__),
        "let it run less often (graphmem schedule set)",
        grave=False,
    ),
    Check(
        "no dream wants to change nearly everything",
        bind("tenant/doctor_sweeping", __name__),
        "look at it (graphmem dream) before you confirm it",
        grave=False,
    ),
    Check(
        "no import or dream is under way",
        bind("tenant/doctor_under_way", __name__),
        "a server, or the next command, closes one a minute after its process is gone",
        grave=False,
    ),
    Check(
        "no dream was cut off",
        bind("tenant/doctor_interrupted", __name__),
        "the dream ends as far as it came",
        bind("tenant/doctor_repairs_interrupted", __name__),
        grave=False,
    ),
    Check(
        "no key has been unused for ninety days",
        bind("tenant/doctor_unused_keys", __name__),
        "revoke it (graphmem keys revoke)",
        grave=False,
    ),
    Check(
        "every turn has its token states",
        bind("tenant/doctor_token_states", __name__),
        "graphmem backfill makes them",
        grave=False,
    ),
    Check(
        "no owner's settings were lost by a rebuild",
        bind("tenant/doctor_lost_settings", __name__),
        "set them again (graphmem settings)",
        grave=False,
    ),
    Check(
        "no job has been waiting for more than an hour",
        bind("tenant/doctor_waiting_jobs", __name__),
        "start a server (graphmem serve), which does it",
        grave=False,
    ),
)
"""In the order of repair: facts end after the memories that ground them."""

AT_ONCE = 1_000
"""Breaches that one transaction repairs."""

_SIZES = bind("tenant/doctor_sizes", __name__)

GROWN = 10
"""Allowed ratio of disk space to texts and vectors; with indexes and preallocated files it is three."""

SMALL_BYTES = 2**30
"""Smaller stores are not checked for growth: most of their space is what every database has."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: the number of breaches left, an example, and the remedy.

    If it is not `grave`, a person decides. `repairable`: a repair does what the remedy says; `repaired` counts the
    repairs of this call.
    """

    check: str
    count: int
    example: str | None
    grave: bool = True
    remedy: str = ""
    repairable: bool = False
    repaired: int = 0


async def examine(
    database: Database,
    progress: Progress = silent,
    on_disk: int | None = None,
    axes: bytes | None = None,
    *,
    repair: bool = False,
) -> list[Finding]:
    """Run every check and return one finding each; a healthy store has only zeros.

    With `repair`, a repair fixes breaches with a safe remedy first, and the findings count the rest. `on_disk` is the
    store's size in bytes; only with it is growth checked. `axes` is the tag of the axes of the embedder's token states,
    None for an embedder without token states.
    """
    embedder = await stored_embedder(database)
    known = {
        "dimensions": embedder.dimensions if embedder else 0,
        "labels": labels.TEXTS,
        "axes": axes,
        "limit": AT_ONCE,
    }
    findings = []
    for done, check in enumerate(CHECKS):
        progress("examining the graph", done, len(CHECKS))
        findings.append(await _examined(database, check, known, repair=repair))
    return findings if on_disk is None else [*findings, await _grown(database, known["dimensions"], on_disk)]


def of_downloads(damaged: Sequence[Path]) -> Finding:
    """The finding about downloads, given the damaged ones."""
    example = str(damaged[0]) if damaged else None
    remedy = "remove it; the next start fetches it again"
    return Finding("every download is what was published", len(damaged), example, remedy=remedy)


async def _examined(database: Database, check: Check, known: Mapping[str, object], *, repair: bool) -> Finding:
    """The finding of one check, after its repair if requested."""
    found, example = await _asked(database, check, known)
    repaired = 0
    if repair and found and check.repair is not None:
        repaired = await _repaired(database, check.repair, known)
        found, example = await _asked(database, check, known)
    return Finding(check.name, found, example, check.grave, check.remedy, check.repair is not None, repaired)


async def _asked(database: Database, check: Check, known: Mapping[str, object]) -> tuple[int, str | None]:
    row = (await database.run(check.query, **_given(check.query, known)))[0]
    return row["found"], row["example"]


async def _repaired(database: Database, repair: Query, known: Mapping[str, object]) -> int:
    """Run a repair until a batch is not full; returns the number of repaired breaches."""
    mended = 0
    while True:
        batch = int((await database.run(repair, **_given(repair, known)))[0]["changed"])
        mended += batch
        if batch < AT_ONCE:
            return mended


def _given(query: Query, known: Mapping[str, object]) -> dict[str, object]:
    return {name: known[name] for name in query.params}


async def _grown(database: Database, dimensions: object, on_disk: int) -> Finding:
    """Check whether the store outgrew its contents: deleted space, unpruned logs, old versions.
    The texts of a small store are not read."""
    told = None
    if on_disk > SMALL_BYTES:
        held = (await database.run(_SIZES, dimensions=dimensions))[0]["bytes"]
        if on_disk > GROWN * held:
            told = f"{on_disk // 2**20} MB on disk, {held // 2**20} MB of texts and vectors"
    check = f"the store takes at most {GROWN} times its texts and vectors"
    remedy = "let Neo4j prune its logs, or export the owners into a new store"
    return Finding(check, int(told is not None), told, grave=False, remedy=remedy)
