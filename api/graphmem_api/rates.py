"""How much one key may ask in a minute, and at once: reads and writes apart, counted by this process alone.

Each process has counts of its own, so two servers let through twice as much. This machine's own user, who comes without
a key, is never counted.
"""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from graphmem.config import Settings
from graphmem.errors import RateLimitedError
from graphmem.model.access import Access, Scope


class Rates:
    """The counts of one application."""

    def __init__(self, settings: Settings) -> None:
        self._strategy = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._reads = _items(settings.reads_per_minute, settings.reads_per_second)
        self._writes = _items(settings.writes_per_minute, settings.writes_per_second)

    def take(self, access: Access, scope: Scope, cost: int = 1) -> None:
        """Count `cost` requests of the key. Raises RateLimitedError, and then counts none."""
        if access.key is None:
            return
        what, items = ("reads", self._reads) if scope is Scope.READ else ("writes", self._writes)
        name = (access.owner.key, access.key.prefix, what)
        for item, limit in items:
            # More than a window holds would never be let through; it takes a whole one.
            if not self._strategy.test(item, *name, cost=min(cost, item.amount)):
                raise RateLimitedError(what, limit, self._wait(item, name))
        for item, _ in items:
            self._strategy.hit(item, *name, cost=min(cost, item.amount))

    def _wait(self, item: RateLimitItem, name: tuple[str, str, str]) -> int:
        """Whole seconds until something fits again."""
        free_at = self._strategy.get_window_stats(item, *name).reset_time
        return min(max(math.ceil(free_at - time.time()), 1), item.get_expiry())


def _items(per_minute: int, per_second: int) -> list[tuple[RateLimitItem, str]]:
    """The limits that are on; 0 is none."""
    items: list[tuple[RateLimitItem, str]] = []
    if per_second:
        items.append((RateLimitItemPerSecond(per_second, namespace="graphmem"), f"{per_second:,} a second of"))
    if per_minute:
        items.append((RateLimitItemPerMinute(per_minute, namespace="graphmem"), f"{per_minute:,} a minute of"))
    return items
