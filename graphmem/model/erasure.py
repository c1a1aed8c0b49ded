"""The receipt of an erasure: what went, when, and what it could not reach."""

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
"""What no erasure reaches. The files of the first three are gone when the disk or the backup is."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What went of an owner. `counts` are nodes by label, what belonged to them included; `digest` is of owner, time
    and counts, so that a receipt that was kept can be told from one that was changed."""

    owner: str
    key: str
    at: datetime
    counts: Mapping[str, int]
    not_reached: tuple[str, ...] = field(default=NOT_REACHED)

    @property
    def nodes(self) -> int:
        """How many nodes went."""
        return sum(self.counts.values())

    @property
    def digest(self) -> str:
        """SHA-256 of what it says went."""
        told = [self.key, self.at.isoformat(), sorted(self.counts.items())]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()
