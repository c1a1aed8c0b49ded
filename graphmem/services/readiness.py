"""Whether requests can be served now: the database answers, its schema is whole, its indexes are online."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from graphmem.errors import DatabaseError, DatabaseForbiddenError, DatabaseMissingError, SchemaError
from graphmem.store import schema
from graphmem.store.database import Database

PROBE_SECONDS = 4.0
"""Longer than a healthy server ever takes, shorter than an orchestrator's patience and than the driver's retries."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """`reason` is empty when ready. It names no address and no owner, so it may be shown to anybody."""

    database: bool
    schema: bool
    code: str = ""
    reason: str = ""
    version: str = ""
    remedy: str = ""
    """What whoever runs it can do; it may name a database."""
    worker: bool | None = None
    """Whether background work is being done; None where nobody asked this process for it."""
    warm: bool | None = None
    """Whether a first recall was tried, so that the next takes no seconds; None where nobody tries one."""

    @property
    def ready(self) -> bool:
        """Whether everything that serving needs is there."""
        return self.database and self.schema and self.worker is not False and self.warm is not False

    def beside(self, worker: bool | None) -> Readiness:
        """The same, told of the worker, too. Whatever else is amiss is told first."""
        if worker is not False or not self.ready:
            return replace(self, worker=worker)
        reason = "Nobody does the background work; its worker is being started again, or waits for the database."
        return replace(self, worker=worker, code="WORKER_STOPPED", reason=reason)

    def tried(self, warm: bool | None) -> Readiness:
        """The same, told of the first recall, too."""
        if warm is not False or not self.ready:
            return replace(self, warm=warm)
        reason = "The server has just started and tries a first recall, after which it answers at once."
        return replace(self, warm=warm, code="WARMING", reason=reason)


async def readiness(database: Database, *, seconds: float = PROBE_SECONDS) -> Readiness:
    """Ask the database, for at most so many seconds. Never raises what a probe is there to find out."""
    version = ""
    try:
        async with asyncio.timeout(seconds):
            version = await database.server_version()
            await schema.check_indexes(database)
    except SchemaError as error:
        return Readiness(database=True, schema=False, code=error.code, reason=error.message, version=version)
    except (DatabaseMissingError, DatabaseForbiddenError) as error:
        reason = "The server has no such database, or its user no right in it."
        return Readiness(False, False, error.code, reason, remedy=error.remedy)
    except DatabaseError as error:
        return Readiness(False, False, error.code, "The database does not answer as it should.")
    except TimeoutError:
        if version:
            return Readiness(True, False, "INDEXES_POPULATING", "Indexes are still being filled.", version)
        return Readiness(False, False, "DATABASE_UNAVAILABLE", f"The database did not answer within {seconds:g} s.")
    return Readiness(database=True, schema=True, version=version)
