"""Memories that are gone over lest they be forgotten: which are due, and what a rehearsal writes of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from graphmem.model.dream import Change, Values
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row, Transaction
from graphmem.store.planned_rows import row_of
from graphmem.store.queries import bind

_FADED = bind("dream/faded_memories", __name__)
_REHEARSE = bind("dream/rehearse_memories", __name__)


async def faded(database: Database, owner: Owner, tier: Tier, now: datetime, *, folds: float, limit: int) -> list[Row]:
    """Of a tier what did not come to mind for so many times its stability, what was used longest ago first."""
    given = {"now": now, "now_ms": int(now.timestamp() * 1000), "folds": folds, "limit": limit}
    return await database.run(_FADED, owner=owner.key, tier=tier.value, **given)


async def rehearse(
    transaction: Transaction, owner: Owner, run: str, changes: Sequence[tuple[int, Change]], now: datetime
) -> set[str]:
    """Rehearse memories, each with its place in the plan; the ids of those that still were as planned."""
    rows = [
        row_of(place, one)
        | {
            "stability_before": float(one.before["stability"]),
            "stability": float(one.after["stability"]),
            "rehearsed_before": read(one.before["rehearsed_at"]),
            "rehearsed_at": read(one.after["rehearsed_at"]),
        }
        for place, one in sorted(changes, key=lambda pair: pair[1].memory)
    ]
    if not rows:
        return set()
    return {row["id"] for row in await transaction.run(_REHEARSE, owner=owner.key, run=run, now=now, rows=rows)}


def held(row: Row) -> dict[str, str]:
    """What a memory holds now of the fields that a rehearsal writes."""
    return {"stability": repr(row["stability"]), "rehearsed_at": written(row["rehearsed_at"])}


def back(fields: Values) -> dict[str, Any]:
    """What undoing writes of these fields; `unrehearsed` says that `rehearsed_at` goes back, to nothing perhaps."""
    return {
        "stability": float(fields["stability"]) if "stability" in fields else None,
        "unrehearsed": "rehearsed_at" in fields,
        "rehearsed_at": read(fields.get("rehearsed_at", "")),
    }


def written(instant: datetime | None) -> str:
    """An instant as a change keeps it, empty for none."""
    return "" if instant is None else instant.astimezone(UTC).isoformat()


def read(text: str) -> datetime | None:
    """What `written` wrote."""
    return datetime.fromisoformat(text) if text else None
