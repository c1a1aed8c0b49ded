"""This process's work as sums for metrics: of all owners together, never of one, and never a text."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Mapping


class Counted:
    """Sums since the process began. Adding to them costs nothing and waits for nobody."""

    def __init__(self) -> None:
        self.recalls = 0
        self.phases: Counter[str] = Counter()
        """Number of recalls with a phase."""
        self.phase_seconds: defaultdict[str, float] = defaultdict(float)
        """Seconds that all of them took in it."""
        self.dreams: Counter[str] = Counter()
        """Dreams by what became of them: applied, held, nothing, undone."""
        self.dream_looked = 0
        self.dream_changed = 0
        self.tombstones_asked = 0
        self.tombstones_hit = 0
        self.claims_lost = 0
        self.statements = 0
        """Sent to the database, within transactions or by themselves."""
        self.transactions = 0
        """Writing ones begun at the database, of one statement or several."""
        self.passes = 0
        """Runs of a local encoder, for vectors, statements, heads and pairs together."""
        self.tokens = 0
        """Tokens that these read."""
        self._reading = threading.Lock()

    def encoded(self, tokens: int) -> None:
        """Count a run of a local encoder, in any thread."""
        with self._reading:
            self.passes += 1
            self.tokens += tokens

    def recall(self, milliseconds: Mapping[str, float]) -> None:
        """Count a recall, with the time of each phase."""
        self.recalls += 1
        for phase, took in milliseconds.items():
            self.phases[phase] += 1
            self.phase_seconds[phase] += took / 1000

    def dream(self, outcome: str, *, looked: int, changed: int) -> None:
        """Count a dream: its result, and the numbers of memories read and changed."""
        self.dreams[outcome] += 1
        self.dream_looked += looked
        self.dream_changed += changed


COUNTED = Counted()
"""This process's."""
