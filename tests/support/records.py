"""A store's record of its embedder."""

from __future__ import annotations

from graphmem.facade import GraphMem
from graphmem.store.schema import EmbedderRecord


def record(memory: GraphMem) -> EmbedderRecord:
    return EmbedderRecord(memory.embedder.model, memory.embedder.dimensions)
