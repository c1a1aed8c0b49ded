"""Rate limits of one key per minute and at once, reads and writes apart; of one owner per day.

An owner's day counts all of their keys. A process counts alone, so two servers pass twice as much, unless
`GRAPHMEM_RATES_STORAGE` names a Redis in which all of them count. Workers of one server count together at their
supervisor. While neither answers, each counts alone. This machine's own user, who comes without a key, is never
counted.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.errors import ConfigurationError as LimitsError
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from graphmem.config import Settings
from graphmem.errors import ConfigurationError, MissingExtraError, RateLimitedError
from graphmem.model.access import Access, Scope
from graphmem.model.quota import Quota

STORAGE_SECONDS = 0.25
"""Seconds for one answer of the shared storage: a request waits for it, and with it the process."""

ALONE_SECONDS = 10.0
"""Seconds for which a process counts alone after a failure of the shared storage."""

log = logging.getLogger(__name__)

Name: TypeAlias = tuple[str, str, str]
"""A count's name: owner, key's prefix, and `reads` or `writes`; or owner, and how many a day."""

DAILY = "requests of the day"


def what_of(name: Name) -> str:
    """The counted kind of request in a name."""
    return DAILY if name[1] == DAILY else name[2]


class Rates:
    """The counts of one application, or of all that share a storage."""

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
        *,
        together: Callable[[Name, int], None] | None = None,
    ) -> None:
        """`together` counts at the supervisor of several workers, unless the settings name a storage.

        Raises ConfigurationError for a storage that is none, or whose client is not installed.
        """
        self._clock = clock
        self._alone = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._together, self._where = together, "the supervisor of the workers"
        self._alone_until = -math.inf
        if settings.rates_storage is not None:
            shared = SlidingWindowCounterRateLimiter(_shared(settings.rates_storage.get_secret_value()))
            self._together, self._where = partial(self._take, shared), "GRAPHMEM_RATES_STORAGE"
        self._reads = _items(settings.reads_per_minute, settings.reads_per_second)
        self._writes = _items(settings.writes_per_minute, settings.writes_per_second)
        self._quota = Quota(*settings.quota)

    def take(self, access: Access, scope: Scope, cost: int = 1) -> None:
        """Count `cost` requests of the key. Raises RateLimitedError, and then counts none."""
        if access.key is None:
            return
        self.count((access.owner.key, access.key.prefix, "reads" if scope is Scope.READ else "writes"), cost)
        if a_day := self._quota.replaced(access.own_quota).requests:
            self.count((access.owner.key, DAILY, str(a_day)), cost)

    def count(self, name: Name, cost: int) -> None:
        """Count like `take`, under the name of a count."""
        if self._together is not None and self._clock() >= self._alone_until:
            try:
                self._together(name, cost)
                return
            except (StorageError, OSError) as error:
                self._alone_until = self._clock() + ALONE_SECONDS
                kind = type(error.storage_error if isinstance(error, StorageError) else error).__name__
                told = f"{self._where} does not answer ({kind})"
                log.warning("%s: this process counts alone for %g s", told, ALONE_SECONDS)
        self._take(self._alone, name, cost)

    def _take(self, strategy: SlidingWindowCounterRateLimiter, name: Name, cost: int) -> None:
        items = self._reads if name[2] == "reads" else self._writes
        if name[1] == DAILY:
            items = [(RateLimitItemPerDay(int(name[2]), namespace="graphmem"), f"{int(name[2]):,} of")]
        for item, limit in items:
            # A request that costs more than a window holds would never pass; it takes a whole window.
            if not strategy.test(item, *name, cost=min(cost, item.amount)):
                raise RateLimitedError(what_of(name), limit, _wait(strategy, item, name))
        for item, _ in items:
            strategy.hit(item, *name, cost=min(cost, item.amount))


def _wait(strategy: SlidingWindowCounterRateLimiter, item: RateLimitItem, name: Name) -> int:
    """Whole seconds until the limit has room again."""
    free_at = strategy.get_window_stats(item, *name).reset_time
    return min(max(math.ceil(free_at - time.time()), 1), item.get_expiry())


def _shared(address: str) -> Storage:
    scheme = address.partition("://")[0]
    timeouts = {"socket_timeout": STORAGE_SECONDS, "socket_connect_timeout": STORAGE_SECONDS}
    if scheme not in ("redis", "rediss"):
        raise ConfigurationError(
            f"GRAPHMEM_RATES_STORAGE is an address with {scheme[:20]!r} in front.",
            remedy="Write redis://host:6379/0 or rediss://…, or unset it: each server then counts alone.",
        )
    try:
        found = storage_from_string(address, wrap_exceptions=True, **timeouts)
    except LimitsError as error:
        raise MissingExtraError("counts of several servers", "redis") from error
    except ValueError as error:  # its text may hold the password
        raise ConfigurationError(
            "GRAPHMEM_RATES_STORAGE is no address of a Redis.", remedy="Write redis://host:6379/0 or rediss://…."
        ) from error
    assert isinstance(found, Storage)
    return found


def _items(per_minute: int, per_second: int) -> list[tuple[RateLimitItem, str]]:
    """The active limits; 0 switches one off."""
    items: list[tuple[RateLimitItem, str]] = []
    if per_second:
        items.append((RateLimitItemPerSecond(per_second, namespace="graphmem"), f"{per_second:,} a second of"))
    if per_minute:
        items.append((RateLimitItemPerMinute(per_minute, namespace="graphmem"), f"{per_minute:,} a minute of"))
    return items
