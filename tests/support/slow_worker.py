"""A process with a worker whose one job takes a minute: tests kill it in the middle.

Run as `python slow_worker.py URI PASSWORD NOTES`; each start of the job is a line in the file NOTES.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.ports import Progress
from graphmem.services.jobs import Worker
from graphmem.store.database import Address, Database


async def main(uri: str, password: str, notes: Path) -> None:
    async def slow(_owner: Owner, _payload: dict[str, Any], progress: Progress) -> None:
        progress("sleeping", 3, 10)
        with notes.open("a") as file:
            file.write("started\n")
        await asyncio.sleep(60)

    database = await Database.connect(Address(uri, password=password))
    await Worker(database, {JobKind.EXTRACT: slow}, lease_seconds=2, poll_seconds=0.1).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
