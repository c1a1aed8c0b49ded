"""A process that delivers webhooks: tests kill it meanwhile.

Run as `python webhook_worker.py URI PASSWORD`.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.ports import Progress
from graphmem.providers.webhook import Poster
from graphmem.services.jobs import Worker
from graphmem.services.webhooks import Webhooks
from graphmem.store.database import Address, Database


def worker(database: Database) -> Worker:
    """A worker that delivers for any owner."""
    webhooks = Webhooks(database, Poster())

    async def deliver(owner: Owner, payload: dict[str, Any], _progress: Progress) -> None:
        await webhooks.deliver(owner, payload)

    return Worker(database, {JobKind.WEBHOOK: deliver}, poll_seconds=0.1)


async def main(uri: str, password: str) -> None:
    await worker(await Database.connect(Address(uri, password=password))).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
