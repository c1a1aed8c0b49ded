"""Waiting for an event, as long as a machine under load may take."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE_SECONDS = 120.0


async def until(condition: Callable[[], Awaitable[bool]], seconds: float = PATIENCE_SECONDS) -> None:
    """Wait until the condition holds; TimeoutError if it does not in time."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110  the condition is in the database
            await asyncio.sleep(0.1)
