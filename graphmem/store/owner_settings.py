"""What owners have set, on their nodes."""

from __future__ import annotations

import json

from graphmem.model.owner_settings import OwnerSettings
from graphmem.model.palace import Owner
from graphmem.store import filing
from graphmem.store.database import Database, Transaction
from graphmem.store.queries import bind

_READ = bind("tenant/owner_settings", __name__)
_SET = bind("tenant/set_settings", __name__)


async def read(database: Database, owner: Owner) -> OwnerSettings:
    """The owner's settings; the defaults for who has set nothing."""
    rows = await database.run(_READ, owner=owner.key)
    return OwnerSettings.read(json.loads(rows[0]["settings"] or "{}"), rows[0]["version"]) if rows else OwnerSettings()


async def keep(database: Database, owner: Owner, settings: OwnerSettings) -> bool:
    """Keep the next version; whether it still was the next."""

    async def work(transaction: Transaction) -> bool:
        await filing.lock(transaction, owner)
        told = json.dumps(settings.as_json())
        return bool(await transaction.run(_SET, owner=owner.key, settings=told, version=settings.version))

    return await database.write(work)
