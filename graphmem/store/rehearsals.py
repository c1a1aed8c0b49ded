"""Rehearsal of fading memories: which are due, and the fields that a rehearsal changes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.model.dream import Values
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

_FADED = bind("dream/faded_memories", __name__)


async def faded_memories(
    database: Database, owner: Owner, tier: Tier, now: datetime, *, folds: float, limit: int
) -> list[Row]:
    """A tier's memories unused for `folds` times their stability, the longest unused first."""
    given = {"now": now, "now_ms": int(now.timestamp() * 1000), "folds": folds, "limit": limit}
    return await database.run(_FADED, owner=owner.key, tier=tier.value, **given)


def planned_values(before: Values, after: Values) -> dict[str, Any]:
    """A change's values of these fields, before and after; all null if it rehearses nothing."""
    if "stability" not in after:
        return dict.fromkeys(("stability_before", "stability", "rehearsed_before", "rehearsed_at"))
    return {
        "stability_before": float(before["stability"]),
        "stability": float(after["stability"]),
        "rehearsed_before": read_instant(before["rehearsed_at"]),
        "rehearsed_at": read_instant(after["rehearsed_at"]),
    }


def present_values(row: Row) -> dict[str, str]:
    """The memory's present values of the fields that a rehearsal writes."""
    return {"stability": repr(row["stability"]), "rehearsed_at": stored_instant(row["rehearsed_at"])}


def undone_values(fields: Values) -> dict[str, Any]:
    """The values that undoing writes; `unrehearsed` says that `rehearsed_at` is restored, maybe to null."""
    return {
        "stability": float(fields["stability"]) if "stability" in fields else None,
        "unrehearsed": "rehearsed_at" in fields,
        "rehearsed_at": read_instant(fields.get("rehearsed_at", "")),
    }


def stored_instant(instant: datetime | None) -> str:
    """An instant as a change stores it, "" for None."""
    return "" if instant is None else instant.astimezone(UTC).isoformat()


def read_instant(text: str) -> datetime | None:
    """The inverse of `stored_instant`."""
    return datetime.fromisoformat(text) if text else None
