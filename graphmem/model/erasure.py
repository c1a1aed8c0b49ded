"""The receipt of an erasure: what was removed, when, and what the erasure cannot reach."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

NOT_REACHED = (
    "Backups and dumps of the database, and exports that were taken out of it.",
    "Neo4j's transaction logs until its next checkpoint: an embedded server makes one every three minutes and keeps "
    "none but the last file.",
    "Places of Neo4j's own files that are free now and not yet written over, and deleted entries of its indexes until "
    "they are merged.",
    "Other servers on this database: they remember a key for 15 seconds, and a text or its vector until it is pushed "
    "out by others.",
    "What a chat model or an embedder elsewhere was sent.",
)
"""Places that no erasure reaches. The files of the first three are gone with the disk or the backup."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The record of an owner's erased data.

    `counts` are nodes by label, turns in spaces apart; `digest` covers owner, time and counts, so that a changed
    receipt can be detected.
    """

    owner: str
    key: str
    at: datetime
    counts: Mapping[str, int]
    not_reached: tuple[str, ...] = field(default=NOT_REACHED)

    @property
    def nodes(self) -> int:
        """Number of nodes removed."""
        return sum(self.counts.values())

    @property
    def digest(self) -> str:
        """SHA-256 of key, time and counts."""
        told = [self.key, self.at.isoformat(), sorted(self.counts.items())]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()
