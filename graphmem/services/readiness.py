"""Readiness to serve requests: the database answers, its schema is complete, its indexes are online."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from graphmem.errors import DatabaseError, DatabaseForbiddenError, DatabaseMissingError, SchemaError
from graphmem.store import schema
from graphmem.store.database import Database

PROBE_SECONDS = 4.0
"""Longer than a healthy server takes, shorter than orchestrators and the driver's retries wait."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """The result. `reason` is empty when ready; it names no address and no owner, so anybody may see it."""

    database: bool
    schema: bool
    code: str = ""
    reason: str = ""
    version: str = ""
    remedy: str = ""
    """The operator's remedy; it may name a database."""
    worker: bool | None = None
    """Whether background work is being done; None if this process was not asked to."""
    warm: bool | None = None
    """Whether a first recall was run, so that the next is fast; None if none is run."""

    @property
    def ready(self) -> bool:
        """Whether everything needed for serving is there."""
        return self.database and self.schema and self.worker is not False and self.warm is not False

    def beside(self, worker: bool | None) -> Readiness:
        """This result with the worker's state, which counts only if nothing else is wrong."""
        if worker is not False or not self.ready:
            return replace(self, worker=worker)
        reason = "Nobody does the background work; its worker is being started again, or waits for the database."
        return replace(self, worker=worker, code="WORKER_STOPPED", reason=reason)

    def tried(self, warm: bool | None) -> Readiness:
        """This result with the state of the first recall."""
        if warm is not False or not self.ready:
            return replace(self, warm=warm)
        reason = "The server has just started and tries a first recall, after which it answers at once."
        return replace(self, warm=warm, code="WARMING", reason=reason)


async def readiness(database: Database, *, seconds: float = PROBE_SECONDS) -> Readiness:
    """Check the database within `seconds`. Never raises the failures that a probe reports."""
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
