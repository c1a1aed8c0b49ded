"""Several plain Neo4j servers behind one graphmem: each owner's memory is whole on one of them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.ports import Progress, silent
from graphmem.shards.router import Shards

Stores: TypeAlias = GraphMem | Shards
"""What is served: one server's memory, or that of several."""


def open_stores(settings: Settings, progress: Progress = silent) -> AbstractAsyncContextManager[Stores]:
    """What the settings name, open."""
    if settings.shards is None:
        return GraphMem.open(settings, progress=progress)
    return Shards.open(settings, progress=progress)


__all__ = ["Shards", "Stores", "open_stores"]
