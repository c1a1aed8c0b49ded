"""Concurrent awaits of one request, all or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def concurrently(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """The results in the given order. The first failure cancels the rest and is raised, not in a group.

    asyncio.gather would leave the rest running, with nobody to see how they end.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
    except ExceptionGroup as failures:
        first = failures.exceptions[0]
        raise first from first.__cause__
    return [task.result() for task in tasks]
