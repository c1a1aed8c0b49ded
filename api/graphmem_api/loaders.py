"""Loaders of the neighbourhood of memories, batched within one request: one statement for each kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from strawberry.dataloader import DataLoader

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.procedure import FormerSteps, Use
from graphmem.model.views import EntityRow, Fact, Link, Source, Spell, Version
from graphmem.services.retrieval.procedures import Procedures
from graphmem.store.memory_walks import Walks

T = TypeVar("T")

AT_ONCE = 500


class MemoryLoaders:
    """Loaders by memory id, for one owner."""

    def __init__(self, walks: Walks, procedures: Procedures, owner: Owner) -> None:
        def loader(fetch: Callable[[Owner, list[str]], Awaitable[list[T]]]) -> DataLoader[str, T]:
            async def load(ids: list[str]) -> list[T]:
                return await fetch(owner, ids)

            return DataLoader(load, max_batch_size=AT_ONCE)

        self.memories: DataLoader[str, Memory | None] = loader(walks.memories)
        self.sources: DataLoader[str, tuple[Source, ...]] = loader(walks.sources)
        self.links: DataLoader[str, tuple[Link, ...]] = loader(walks.links)
        self.versions: DataLoader[str, tuple[Version, ...]] = loader(walks.versions)
        self.tiers: DataLoader[str, tuple[Spell, ...]] = loader(walks.tiers)
        self.entities: DataLoader[str, tuple[EntityRow, ...]] = loader(walks.entities)
        self.former: DataLoader[str, tuple[FormerSteps, ...]] = loader(procedures.former)
        self.uses: DataLoader[str, tuple[Use, ...]] = loader(procedures.uses)
        self.facts: DataLoader[str, tuple[Fact, ...]] = loader(walks.facts)
