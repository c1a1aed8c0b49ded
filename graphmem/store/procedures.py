"""Procedures and episodes: memories with steps, or with the outcome of an event."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem.model.ids import digest, slug
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner, Page
from graphmem.model.procedure import Episode, FormerSteps, MemoryStats, Procedure, Surroundings, Tally, Use
from graphmem.ports import Vectors
from graphmem.store import lucene
from graphmem.store.cursors import cursor_of, position_of, require_count
from graphmem.store.database import Database, Row, Runner, Transaction
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind

TEXT_FIELDS = {"name": 2.0, "text": 1.0, "tags": 1.0}
_INDEXES = {"en": "procedure_text_en", "tr": "procedure_text_tr"}

_LIVE = bind("procedure/live_procedure", __name__)
_MARK = bind("procedure/mark_procedure", __name__)
_MARK_EPISODE = bind("procedure/mark_episode", __name__)
_LIST = bind("procedure/list_procedures", __name__)
_FORMER = bind("procedure/former_steps", __name__)
_KEEP_USE = bind("procedure/keep_use", __name__)
_USES = bind("procedure/uses_of_procedures", __name__)
_BY_WORDS = bind("procedure/procedures_by_words", __name__)
_BY_MEANING = bind("procedure/procedures_by_meaning", __name__)
_BY_ID = bind("procedure/procedures_by_id", __name__)
_EPISODES = bind("procedure/list_episodes", __name__)
_STATS = bind("tenant/memory_stats", __name__)


@dataclass(frozen=True, slots=True)
class ProcedureHit:
    """A procedure that a retriever found; `cosine` is None without its vector or the task's."""

    procedure: Procedure
    cosine: float | None


def key_of(name: str, project: str | None) -> str:
    """The key of a procedure: the slug of its name, and the `project` if it has one."""
    key = slug(name)
    return key if project is None else f"{key}{_AT}{project}"


_AT, _OF_TOOL = "@", " "

MOST_USES = 500
"""Latest uses of a procedure that are read."""


async def live_procedure(runner: Runner, owner: Owner, key: str) -> Procedure | None:
    """The live procedure with this key."""
    rows = await runner.run(_LIVE, owner=owner.key, slugs=[key], of_any=None)
    return _procedure(rows[0]["memory"]) if rows else None


async def procedure_named(runner: Runner, owner: Owner, name: str, project: str | None) -> Procedure | None:
    """The procedure of this name: the project's, else the general one; of any project if none is given."""
    general = key_of(name, None)
    keys = list(dict.fromkeys((key_of(name, project), general)))
    of_any = general + _AT if project is None else None
    rows = await runner.run(_LIVE, owner=owner.key, slugs=keys, of_any=of_any)
    rows.sort(key=lambda row: row["memory"]["slug"] not in keys)  # a UNION has no order
    return _procedure(rows[0]["memory"]) if rows else None


async def mark(transaction: Transaction, owner: Owner, procedure: Procedure, key: str, now: datetime) -> Procedure:
    """Write a procedure's steps to its existing memory."""
    given = {
        "id": procedure.memory.id,
        "name": procedure.name,
        "slug": key,
        "steps": list(procedure.steps),
        "version": procedure.version,
        "tags": list(procedure.tags),
        "scope": list(procedure.memory.scope),
    }
    return _procedure((await transaction.run(_MARK, owner=owner.key, **given, now=now))[0]["memory"])


async def mark_episode(transaction: Transaction, owner: Owner, episode: Episode) -> Episode:
    """Write an episode's event to its existing memory."""
    given = {"event": episode.event, "outcome": episode.outcome, "tags": list(episode.tags), "worked": episode.worked}
    rows = await transaction.run(
        _MARK_EPISODE, owner=owner.key, id=episode.memory.id, steps=list(episode.steps) or None, **given
    )
    return episode_of(rows[0]["memory"])


async def page(database: Database, owner: Owner, *, first: int, after: str | None) -> Page[Procedure]:
    """A page of procedures by name; a cursor is the key of a name."""
    require_count(first)
    rows = await database.run(_LIST, owner=owner.key, after=after or "", limit=first + 1)
    cursors = tuple(str(row["memory"]["slug"]) for row in rows[:first])
    return Page(tuple(_procedure(row["memory"]) for row in rows[:first]), cursors, len(rows) > first)


async def former_steps(runner: Runner, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[FormerSteps, ...]]:
    """Former steps of procedures, the oldest first, by memory id."""
    found: dict[str, tuple[FormerSteps, ...]] = {}
    for row in await runner.run(_FORMER, owner=owner.key, ids=list(ids)) if ids else []:
        id_, steps = row.pop("memory"), tuple(row.pop("steps"))
        found[id_] = (*found.get(id_, ()), FormerSteps(steps=steps, **row))
    return found


async def keep_use(transaction: Transaction, owner: Owner, memory: str, use: Use) -> None:
    """Record the outcome of a use of a procedure."""
    place = use.surroundings
    given = {"version": use.version, "success": use.success, "step": use.step, "project": place.project}
    tools = [f"{name}{_OF_TOOL}{version}" for name, version in place.tools]
    id_ = digest(owner.key, "use", memory, secrets.token_hex(8))
    await transaction.run(
        _KEEP_USE, owner=owner.key, id=id_, memory=memory, **given, tools=tools, counted=use.counted, now=use.at
    )


async def uses(runner: Runner, owner: Owner, ids: Sequence[str]) -> dict[str, tuple[Use, ...]]:
    """Outcomes of the latest uses of procedures, by memory id."""
    found: dict[str, list[Use]] = {}
    for row in await runner.run(_USES, owner=owner.key, ids=list(ids), limit=MOST_USES) if ids else []:
        tools = tuple((name, version) for name, _, version in (one.partition(_OF_TOOL) for one in row["tools"]))
        place = Surroundings(row["project"], tools)
        use = Use(row["version"], row["success"], row["at"], row["step"], place, row["counted"])
        found.setdefault(row["memory"], []).append(use)
    return {id_: tuple(one) for id_, one in found.items()}


async def by_words(database: Database, owner: Owner, terms: Sequence[str], language: str, limit: int) -> list[str]:
    """Ids of procedures that share words with a task, best first."""
    query = lucene.owner_query(owner.key, terms, TEXT_FIELDS)
    if query is None:
        return []
    rows = await database.run(_BY_WORDS, owner=owner.key, indexes=list(_INDEXES.values()), lucene=query, limit=limit)
    found = lucene.merge_indexes(rows, _INDEXES.get(language, _INDEXES["en"]), 2 * limit)
    return [] if found is None else list(dict.fromkeys(found["ids"]))[:limit]


async def by_meaning(database: Database, owner: Owner, vector: Vectors, limit: int) -> list[str]:
    """Ids of procedures nearest to a task, best first, from the `limit` nearest memories of their kind."""
    now = datetime.now(UTC)
    return list(
        (await database.run(_BY_MEANING, owner=owner.key, vector=vector.tolist(), now=now, limit=limit))[0]["ids"]
    )


async def by_id(database: Database, owner: Owner, ids: Sequence[str], vector: Vectors | None) -> list[ProcedureHit]:
    """These procedures, each with its cosine to a task."""
    if not ids:
        return []
    given = None if vector is None else vector.tolist()
    rows = await database.run(_BY_ID, owner=owner.key, ids=list(ids), vector=given)
    return [
        ProcedureHit(_procedure(row["memory"]), None if row["score"] is None else 2 * row["score"] - 1) for row in rows
    ]


async def episodes(database: Database, owner: Owner, *, first: int, after: str | None) -> Page[Episode]:
    """A page of episodes, the last to happen first."""
    require_count(first)
    after_at, after_id = position_of(after)
    rows = await database.run(_EPISODES, owner=owner.key, after_at=after_at, after_id=after_id, limit=first + 1)
    cursors = tuple(cursor_of(row["memory"]["valid_from"], row["memory"]["id"]) for row in rows[:first])
    return Page(tuple(episode_of(row["memory"]) for row in rows[:first]), cursors, len(rows) > first)


async def stats(database: Database, owner: Owner) -> MemoryStats:
    """The counts of an owner's store, computed anew."""
    row = (await database.run(_STATS, owner=owner.key, now=datetime.now(UTC)))[0]
    groups = [group for group in row["memories"] if group[3]]
    # Ended dormant memories count in the dormant tier; otherwise nobody would see where a dream put them.
    asleep = [group for group in row["memories"] if group[3] or (group[6] and group[1] == Tier.DORMANT)]
    counted = _tally(groups, 0), _tally(asleep, 1), _tally(groups, 2)
    return MemoryStats(
        memories=sum(group[4] for group in groups),
        tokens=sum(group[5] for group in groups),
        former=sum(group[4] for group in row["memories"] if not group[3]),
        by_category=counted[0],
        by_tier=counted[1],
        by_data_source=counted[2],
        drawers_by_role={role or "": Tally(count, tokens) for role, count, tokens in sorted(row["drawers"])},
        procedures=row["procedures"],
        episodes=row["episodes"],
        entities=row["entities"],
    )


def _tally(groups: Sequence[Sequence[Any]], place: int) -> dict[str, Tally]:
    """Counts by one name of a group, most memories first."""
    found: dict[str, Tally] = {}
    for group in groups:
        before = found.get(group[place], Tally(0, 0))
        found[group[place]] = Tally(before.memories + group[4], before.tokens + group[5])
    return dict(sorted(found.items(), key=lambda item: (-item[1].memories, item[0])))


def _procedure(row: Row) -> Procedure:
    if row.get("forgotten_at") is not None:
        memory = memory_of(row)
        return Procedure(memory, memory.text, (), row["version"], ())
    return Procedure(memory_of(row), row["name"], tuple(row["steps"]), row["version"], tuple(row["tags"] or ()))


def episode_of(row: Row) -> Episode:
    """An episode from its node's properties."""
    if row.get("forgotten_at") is not None:
        memory = memory_of(row)
        return Episode(memory, memory.text, "", ())
    return Episode(
        memory_of(row), row["event"], row.get("outcome") or "", tuple(row.get("tags") or ()),
        tuple(row.get("steps") or ()), row.get("worked"),
    )  # fmt: skip
