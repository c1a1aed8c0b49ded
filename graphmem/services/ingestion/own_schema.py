"""Applies an owner's declarations to the candidates of one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.model.palace import Owner
from graphmem.ports import Embedder
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.ingestion.own_instructions import barred_candidates
from graphmem.services.ingestion.own_relations import apply_declared
from graphmem.services.ingestion.own_types import give_types
from graphmem.services.owner_settings import settings_of
from graphmem.store.database import Database


@dataclass(frozen=True, slots=True)
class OwnSchema:
    """The declarations of one owner, read anew for each batch."""

    database: Database
    embedder: Embedder
    owner: Owner

    async def apply(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Set declared relations and types on candidates; return those that instructions leave out."""
        chosen = (await settings_of(self.database, self.owner)).of(None)
        left_out = await barred_candidates(self.embedder, chosen.told, candidates) if chosen.instructions else []
        if chosen.functional:
            apply_declared(candidates, chosen.declared)
        if chosen.types:
            await give_types(self.embedder, chosen.own_types, candidates)
        return left_out
