"""Memories that are gone over lest they be forgotten: which are due, and what of them a rehearsal changes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.model.dream import Values
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

_FADED = bind("dream/faded_memories", __name__)


async def faded(database: Database, owner: Owner, tier: Tier, now: datetime, *, folds: float, limit: int) -> list[Row]:
    """Of a tier what did not come to mind for so many times its stability, what was used longest ago first."""
    given = {"now": now, "now_ms": int(now.timestamp() * 1000), "folds": folds, "limit": limit}
    return await database.run(_FADED, owner=owner.key, tier=tier.value, **given)


def planned(before: Values, after: Values) -> dict[str, Any]:
    """What a change writes of these fields, and what they must be till then; all null where it rehearses nothing."""
    if "stability" not in after:
        return dict.fromkeys(("stability_before", "stability", "rehearsed_before", "rehearsed_at"))
    return {
        "stability_before": float(before["stability"]),
        "stability": float(after["stability"]),
        "rehearsed_before": read(before["rehearsed_at"]),
        "rehearsed_at": read(after["rehearsed_at"]),
    }


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
