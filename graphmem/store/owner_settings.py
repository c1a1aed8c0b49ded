"""Settings of owners, stored on their nodes."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from graphmem.model.owner_settings import OwnerSettings, SettingsChange
from graphmem.model.palace import Actor, Owner
from graphmem.store import filing
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind

_READ = bind("tenant/owner_settings", __name__)
_SET = bind("tenant/set_settings", __name__)
_CHANGES = bind("tenant/settings_changes", __name__)


async def read(database: Database, owner: Owner) -> OwnerSettings:
    """The owner's settings; the defaults if the owner has set none."""
    rows = await database.run(_READ, owner=owner.key)
    return OwnerSettings.read(json.loads(rows[0]["settings"] or "{}"), rows[0]["version"]) if rows else OwnerSettings()


async def keep(database: Database, owner: Owner, settings: OwnerSettings, change: SettingsChange) -> bool:
    """Store the next version with its change and actor; False if another version came first."""
    told = json.dumps(settings.as_json())
    noted = json.dumps(asdict(change) | {"at": change.at.isoformat()})

    async def work(transaction: Transaction) -> bool:
        await filing.lock(transaction, owner)
        rows = await transaction.run(_SET, owner=owner.key, settings=told, version=settings.version, change=noted)
        return bool(rows)

    return await database.write(work)


async def history(database: Database, owner: Owner) -> list[SettingsChange]:
    """All changes of settings with actor and time, the latest first; each holds until the next."""
    rows = await database.run(_CHANGES, owner=owner.key)
    changes = [_change(json.loads(told)) for row in rows for told in row["changes"]]
    ends = [*(one.at for one in changes[1:]), None]
    return [replace(one, until=end) for one, end in zip(changes, ends, strict=False)][::-1]


def _change(told: dict[str, Any]) -> SettingsChange:
    return SettingsChange(
        told["version"],
        datetime.fromisoformat(told["at"]),
        Actor(**told["by"]) if told["by"] else None,
        {name: (before, after) for name, (before, after) in told["changes"].items()},
    )
