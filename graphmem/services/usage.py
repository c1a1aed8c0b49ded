"""The ledger: costs of model calls per owner, kept in memory and added to the graph at intervals.

An embedder serves all owners; `charge_to` names the owner of the calls awaited inside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime

from graphmem.errors import DatabaseError, InvalidInputError
from graphmem.model.palace import Owner
from graphmem.model.usage import DailyUsage, Usage
from graphmem.ports import UsageSink
from graphmem.store import usage as stored
from graphmem.store.database import Database

FLUSH_SECONDS = 10.0

_PAYER: ContextVar[Owner | None] = ContextVar("graphmem_payer", default=None)
_FREE: ContextVar[bool] = ContextVar("graphmem_free", default=False)


@contextmanager
def charge_to(owner: Owner) -> Iterator[None]:
    """Charge an embedder's calls inside to this owner."""
    token = _PAYER.set(owner)
    try:
        yield
    finally:
        _PAYER.reset(token)


@contextmanager
def charge_nobody() -> Iterator[None]:
    """Charge no calls inside: a server's own work must not create an owner."""
    token = _FREE.set(True)
    try:
        yield
    finally:
        _FREE.reset(token)


def _today() -> date:
    return datetime.now(UTC).date()


class UsageLedger:
    """Sums per owner that are not in the graph yet. One per process; a crash loses them."""

    def __init__(self, database: Database, *, today: Callable[[], date] = _today) -> None:
        self._database = database
        self._today = today
        self._pending: dict[Owner, dict[tuple[date, str, str], Usage]] = {}
        self._flushing = asyncio.Lock()

    def sink(self, owner: Owner) -> UsageSink:
        """A sink that charges this owner. Pass it to the calls made for the owner."""

        def add(usage: Usage) -> None:
            self._add(owner, self._today(), usage)

        return add

    def embedded(self, usage: Usage) -> None:
        """The sink of an embedder: it charges the owner that `charge_to` names, outside of it nobody."""
        payer = _PAYER.get()
        if payer is not None and not _FREE.get():
            self._add(payer, self._today(), usage)

    def forget(self, owner: Owner) -> None:
        """Drop pending sums of an owner who is being erased."""
        self._pending.pop(owner, None)

    async def flush(self) -> None:
        """Add pending sums to the graph, one statement per owner. After an error they stay pending.

        Raises DatabaseError.
        """
        async with self._flushing:
            for owner in [*self._pending]:
                sums = self._pending.pop(owner)
                rows = [DailyUsage(day, usage) for (day, _, _), usage in sums.items()]
                try:
                    await stored.add(self._database, owner, rows)
                except InvalidInputError:
                    continue  # the owner was erased: nobody is billed
                except DatabaseError:
                    for row in rows:
                        self._add(owner, row.day, row.usage)
                    raise

    async def report(self, owner: Owner, *, since: date, until: date) -> list[DailyUsage]:
        """The owner's sums by day, source and model, with this process's pending ones; `until` is excluded."""
        await self.flush()
        return await stored.report(self._database, owner, since=since, until=until)

    async def run(self, every_seconds: float = FLUSH_SECONDS) -> None:
        """Flush at intervals until cancelled, and once more then; an unreachable database is retried."""
        try:
            while True:
                await asyncio.sleep(every_seconds)
                await self._try()
        finally:
            await self._try()

    async def _try(self) -> None:
        try:
            await self.flush()
        except DatabaseError:
            return  # the sums stay pending; the next flush or report raises the error

    def _add(self, owner: Owner, day: date, usage: Usage) -> None:
        sums = self._pending.setdefault(owner, {})
        key = (day, usage.source, usage.model)
        sums[key] = sums[key].plus(usage) if key in sums else usage
