"""What an owner declares of their own graph, brought to bear on what is read of one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.palace import Owner
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.ingestion.own_relations import told_as_declared
from graphmem.services.owner_settings import settings_of
from graphmem.store.database import Database


@dataclass(frozen=True, slots=True)
class OwnSchema:
    """The declarations of one owner, as they are when something is read."""

    database: Database
    owner: Owner

    async def apply(self, candidates: Sequence[Candidate]) -> None:
        """Give candidates what their owner declares."""
        chosen = (await settings_of(self.database, self.owner)).of(None)
        if chosen.functional:
            told_as_declared(candidates, chosen.declared)
