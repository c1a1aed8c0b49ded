"""Quotas: what an owner may hold, and request per day, set by the operator of the server."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.model.quota import AS_BEFORE, Holding, Quota, own_quota
from graphmem.store import audit, filing, quotas
from graphmem.store.database import Database, Transaction


@dataclass(frozen=True, slots=True)
class Quotas:
    """Reads and sets quotas, over one database."""

    database: Database

    async def of(self, owner: Owner) -> tuple[Holding, Quota]:
        """The owner's holdings and present limits."""
        held = await quotas.holding(self.database, owner)
        return held, self.database.quota.replaced(held.own)

    async def set(
        self, owner: Owner, *, texts: int | None = None, characters: int | None = None, requests: int | None = None
    ) -> tuple[Holding, Quota]:
        """Set limits of one owner; None leaves one unchanged, 0 is unlimited, -1 the server's default.

        An owner above a limit keeps its data and writes nothing new. All servers apply the request limit within 15
        seconds. Raises InvalidInputError for a limit below -1.
        """

        async def work(transaction: Transaction) -> None:
            await filing.lock(transaction, owner)
            before = (await quotas.holding(transaction, owner)).own or (AS_BEFORE,) * 3
            changed = own_quota(texts, characters, requests, before)
            await quotas.set_own(transaction, owner, changed)
            await audit.note(transaction, owner, Verb.SET_SETTINGS, [f"quota {' '.join(map(str, changed))}"])

        await self.database.write(work)
        return await self.of(owner)
