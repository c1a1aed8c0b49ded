"""Two databases, each on a Community server of its own, opened as `GRAPHMEM_DATABASES` would be.

Community has only one database.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from graphmem.config import Settings
from graphmem.databases import Databases, move
from graphmem.model.palace import Owner

NAMES = ("memory0", "memory1")


def connections(homes: dict[str, str], settings: Settings) -> dict[str, Settings]:
    """The settings of each server, by the name of its database."""
    return {name: settings.model_copy(update={"home": Path(home)}) for name, home in homes.items()}


@asynccontextmanager
async def opened(homes: dict[str, str], settings: Settings | None = None) -> AsyncIterator[Databases]:
    settings = settings or Settings()
    async with Databases.open(settings, each=connections(homes, settings)) as databases:
        yield databases


async def _main(homes: dict[str, str], owner: str, target: str) -> None:
    """Move an owner, and print each step."""
    async with opened(homes) as databases:
        progress = lambda what, *_: print(what, flush=True)  # noqa: E731
        await move(databases, Owner.named(owner), target, progress=progress)
        print("moved", flush=True)


if __name__ == "__main__":
    os.environ.pop("NEO4J_URI", None)
    asyncio.run(_main(json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]))
