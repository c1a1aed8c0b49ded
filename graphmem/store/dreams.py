"""Dreams: memories to plan with, runs with their changes, and undoing them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from graphmem.errors import NotFoundError
from graphmem.model.dream import Change, Changed, Conflict, DreamRun, RunState, Step, StepReport, Values, moves
from graphmem.model.memory import TemporalType, Tier
from graphmem.model.palace import Owner, Page
from graphmem.store import derived, rehearsals
from graphmem.store.cursors import batches, number_of, page_of, remove_all, require_count
from graphmem.store.database import Database, Row, Runner, Transaction
from graphmem.store.planned_rows import as_json, row_of
from graphmem.store.queries import bind

AT_ONCE = 500
"""Memories read or changed by one statement."""

BLOCKS, INSTANTS, OF_INSTANT = 25, 40, 3
"""Latest blocks read for shown memories; instants of an owner's time, and memories read at each."""

LAST = 2**62
"""A number above every run's."""

_AWAKE = [Tier.EPISODIC.value, Tier.SEMANTIC.value]

_USED = bind("dream/used_memories", __name__)
_EXPIRED = bind("dream/expired_memories", __name__)
_IDLE = bind("dream/idle_memories", __name__)
_LIVE = bind("dream/live_memories", __name__)
_SLEPT = bind("dream/slept_since", __name__)
_DREAMT = bind("dream/dreamt_since", __name__)
_LATELY = bind("dream/shown_lately", __name__)
_SPREAD = bind("dream/spread_memories", __name__)
_TELL_PROBE = bind("dream/tell_probe", __name__)
_BEGIN = bind("dream/begin_run", __name__)
_END = bind("dream/end_interrupted", __name__)
_CHANGE = bind("dream/change_memories", __name__)
_TELL = bind("dream/tell_run", __name__)
_DROP = bind("dream/drop_run", __name__)
_RUNS = bind("dream/list_runs", __name__)
_RUN = bind("dream/run_by_id", __name__)
_CHANGES = bind("dream/list_changes", __name__)
_CHANGE_OF = bind("dream/change_of_memory", __name__)
_LATER = bind("dream/later_runs", __name__)
_UNDO = bind("dream/undo_changes", __name__)
_FOLD = bind("dream/fold_changes", __name__)

KEPT_DAYS = 90
"""Days for which each change of a dream is kept and can be undone."""

FOLDED_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class RunChange:
    """A change of a run and the memory's present fields; `mine` if the run put it into its present tier."""

    change: Changed
    now: Values
    mine: bool


@dataclass(frozen=True, slots=True)
class UndoneChange:
    """The writes that undo a change of a memory: restored fields, and conflicts that were not restored."""

    memory: str
    fields: Values
    conflicts: tuple[Conflict, ...]


async def used_memories(database: Database, owner: Owner, now: datetime) -> AsyncIterator[list[Row]]:
    """Pages of episodic memories with two or more uses, with the fields that decide promotion."""
    async for rows in batches(database, _USED, "access_count", owner=owner.key, now=now, at_once=AT_ONCE):
        yield rows


_ENDING = (TemporalType.TIME_BOUNDED, TemporalType.RECURRING)
"""Temporal types of memories that may end by their own words."""


async def expired_memories(
    database: Database, owner: Owner, tier: Tier, now: datetime, late: datetime
) -> AsyncIterator[list[Row]]:
    """Pages of a tier's memories past their valid time; `untold` marks those that nobody was told of."""
    for kind in _ENDING:
        given = {"temporal_type": kind.value, "owner": owner.key, "tier": tier.value, "now": now, "late": late}
        async for rows in batches(database, _EXPIRED, "valid_until", at_once=AT_ONCE, **given):
            yield rows


async def live_memories(database: Database, owner: Owner, tier: Tier, now: datetime) -> AsyncIterator[list[Row]]:
    """Pages of a tier's live memories."""
    async for rows in batches(database, _LIVE, "said_at", owner=owner.key, tier=tier.value, now=now, at_once=AT_ONCE):
        yield rows


async def is_idle(
    database: Database, owner: Owner, tier: Tier, categories: Sequence[str], now: datetime,
    *, since: datetime, born: datetime,
) -> bool:  # fmt: skip
    """Whether a tier has a memory of these categories, made before `born`, that is unused since `since`."""
    rows = await database.run(
        _IDLE, owner=owner.key, tier=tier.value, categories=list(categories), now=now, since=since, born=born, limit=1
    )
    return bool(rows)


async def slept_since(database: Database, owner: Owner, since: datetime) -> int:
    """Number of memories that dreams made dormant since an instant."""
    return int((await database.run(_SLEPT, owner=owner.key, since=since))[0]["slept"])


async def dreamt_since(database: Database, owner: Owner, since: datetime) -> int:
    """Number of dreams that changed something since an instant."""
    return int((await database.run(_DREAMT, owner=owner.key, since=since))[0]["dreams"])


async def shown_lately(database: Database, owner: Owner, now: datetime) -> list[Row]:
    """Awake memories that the latest blocks showed first: id, text, language."""
    return await database.run(_LATELY, owner=owner.key, tiers=_AWAKE, now=now, limit=BLOCKS)


async def spread_memories(database: Database, owner: Owner, now: datetime) -> list[Row]:
    """Awake memories spread over an owner's time, 240 at most: id, text, language."""
    return await database.run(_SPREAD, owner=owner.key, tiers=_AWAKE, now=now, parts=INSTANTS, each=OF_INSTANT)


async def record_probe(
    transaction: Transaction, owner: Owner, run: str, *, asked: int, before: int, after: int, taken_back: str | None
) -> DreamRun:
    """Write a probe's result to its run, under the owner's lock."""
    rows = await transaction.run(
        _TELL_PROBE, owner=owner.key, run=run, asked=asked, before=before, after=after, taken_back=taken_back
    )
    return _run(rows[0]["run"])


async def end_interrupted(transaction: Transaction, owner: Owner) -> None:
    """End runs in progress with the changes made so far, under the owner's lock."""
    await transaction.run(_END, owner=owner.key)


async def begin(transaction: Transaction, owner: Owner, run: DreamRun) -> int:
    """Create a run under the owner's lock; returns its number."""
    properties = asdict(run) | {"state": run.state.value, "steps": as_json(run.steps)}
    del properties["number"]
    rows = await transaction.run(_BEGIN, owner=owner.key, properties=properties)
    return int(rows[0]["number"])


async def change(
    transaction: Transaction, owner: Owner, run: str, changes: Sequence[tuple[int, Change]], now: datetime
) -> set[str]:
    """Carry out a batch of a plan, each change with its place; the ids of memories still as planned.

    Returns none if somebody undoes the run meanwhile.
    """
    made = await derived.make(transaction, owner, run, [pair for pair in changes if pair[1].made is not None], now)
    rows = [
        row_of(place, one)
        | rehearsals.planned_values(one.before, one.after)
        | {
            "moves": moves(one.before, one.after),
            "tier": one.after["tier"],
            "sub_tier": one.after["sub_tier"],
            "tier_before": one.before["tier"],
            "sub_tier_before": one.before["sub_tier"],
            "merged_into": one.after.get("merged_into"),
        }
        for place, one in sorted(changes, key=lambda pair: pair[1].memory)
        if one.made is None
    ]
    return made | {row["id"] for row in await transaction.run(_CHANGE, owner=owner.key, run=run, now=now, rows=rows)}


async def set_state(
    transaction: Transaction,
    owner: Owner,
    run: str,
    expected: Sequence[RunState],
    state: RunState,
    *,
    ended_at: datetime | None = None,
    changed: int = 0,
    slept: int = 0,
    undone: int = 0,
    steps: Sequence[StepReport] | None = None,
) -> bool:
    """Write a run's state if the run is in one of the expected states; returns whether it was."""
    rows = await transaction.run(
        _TELL, owner=owner.key, run=run, states=[one.value for one in expected], state=state.value, ended_at=ended_at,
        changed=changed, slept=slept, undone=undone, steps=None if steps is None else as_json(steps),
    )  # fmt: skip
    return bool(rows)


async def drop(transaction: Transaction, owner: Owner, run: str) -> bool:
    """Remove an ended run that changed nothing, under the owner's lock; returns whether it did."""
    return bool((await transaction.run(_DROP, owner=owner.key, run=run))[0]["gone"])


async def get(runner: Runner, owner: Owner, id_: str) -> DreamRun:
    """One run by id. Raises NotFoundError."""
    rows = await runner.run(_RUN, owner=owner.key, id=id_)
    if not rows:
        raise NotFoundError(
            f"No dream {id_[:80]!r}.", field="id", remedy="Take an id from `dreamRuns` (`graphmem dream runs`)."
        )
    return _run(rows[0]["run"])


async def page(database: Database, owner: Owner, *, first: int, after: str | None) -> Page[DreamRun]:
    """A page of the owner's runs, the last first. Raises InvalidInputError."""
    require_count(first)
    rows = await database.run(_RUNS, owner=owner.key, before=number_of(after, LAST), limit=first + 1)
    return page_of(rows, first, lambda row: _run(row["run"]), lambda one: str(one.number))


async def changes(database: Database, owner: Owner, run: str, *, first: int, after: str | None) -> Page[Changed]:
    """A page of a run's changes in the order of its plan. Raises InvalidInputError."""
    require_count(first)
    given: dict[str, object] = {"run": run, "open": False, "after": number_of(after, -1)}
    rows = await database.run(_CHANGES, owner=owner.key, **given, limit=first + 1)
    return page_of(rows, first, lambda row: _written(row, run).change, lambda one: str(one.place))


async def open_changes(runner: Runner, owner: Owner, run: str) -> list[RunChange]:
    """The first changes of a run that are not undone yet, AT_ONCE at most."""
    rows = await runner.run(_CHANGES, owner=owner.key, run=run, open=True, after=-1, limit=AT_ONCE)
    return [_written(row, run) for row in rows]


async def change_of(runner: Runner, owner: Owner, run: str, memory: str) -> RunChange:
    """A run's change of one memory. Raises NotFoundError."""
    rows = await runner.run(_CHANGE_OF, owner=owner.key, run=run, id=memory)
    if not rows:
        raise NotFoundError(
            f"Dream {run[:12]} changed no memory {memory[:80]!r}.",
            field="memory",
            remedy="Take an id from what `dreamRun` (`graphmem dream show`) lists.",
        )
    return _written(rows[0], run)


async def later_run(runner: Runner, owner: Owner, run: str, memory: str | None) -> tuple[str, int] | None:
    """Id and number of the last standing run that changed this run's memories again."""
    rows = await runner.run(_LATER, owner=owner.key, run=run, memory=memory)
    return (rows[0]["id"], int(rows[0]["number"])) if rows else None


async def undo_changes(
    transaction: Transaction, owner: Owner, run: str, rows: Sequence[UndoneChange], now: datetime
) -> set[str]:
    """Undo changes of memories, under the owner's lock; returns the ids whose change is settled by it."""
    given = [
        {
            "id": row.memory,
            "tier": row.fields.get("tier"),
            "sub_tier": row.fields.get("sub_tier"),
            "parted": "merged_into" in row.fields,
            **rehearsals.undone_values(row.fields),
            "conflicts": as_json(row.conflicts),
        }
        for row in sorted(rows, key=lambda row: row.memory)
    ]
    found = await transaction.run(_UNDO, owner=owner.key, run=run, rows=given, now=now) if given else []
    return {row["id"] for row in found}


def _run(row: Mapping[str, Any]) -> DreamRun:
    steps = tuple(StepReport(**(one | {"step": Step(one["step"])})) for one in json.loads(row["steps"]))
    return DreamRun(
        id=row["id"],
        number=row["number"],
        state=RunState(row["state"]),
        at=row["at"],
        ended_at=row.get("ended_at"),
        by=row["by"],
        awake=row["awake"],
        planned=row["planned"],
        changed=row["changed"],
        slept=row["slept"],
        undone=row["undone"],
        steps=steps,
        brake=row.get("brake"),
        asked=row.get("asked", 0),
        answered_before=row.get("answered_before", 0),
        answered_after=row.get("answered_after", 0),
        taken_back=row.get("taken_back"),
        folded_at=row.get("folded_at"),
    )


def _written(row: Row, run: str) -> RunChange:
    change = Changed(
        place=row["place"],
        memory=row["id"],
        text=row["text"],
        step=Step(row["step"]),
        rules=tuple(row["rules"]),
        evidence=tuple(row["evidence"]),
        before=json.loads(row["before"]),
        after=json.loads(row["after"]),
        undone_at=row["undone_at"],
        conflicts=tuple(Conflict(**one) for one in json.loads(row["conflicts"] or "[]")),
    )
    now = {"tier": row["tier"], "sub_tier": row["sub_tier"], "merged_into": row["merged_into"] or ""}
    return RunChange(change, now | rehearsals.present_values(row), row["written_by"] == [run])


async def fold(database: Database) -> int:
    """Fold all owners' changes older than `KEPT_DAYS` into the counts of their runs; returns their number."""
    return await remove_all(database, _FOLD, days=KEPT_DAYS, at_once=FOLDED_AT_ONCE)
