"""A driver that runs every statement under PROFILE and records its db hits, by query and call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

from neo4j import AsyncDriver, Query, Record

from graphmem.store import queries

NAMES = {queries.load(name).text: name for name in queries.names()}

Hits = dict[str, list[int]]
"""Db hits of each call, by the name of the query."""


class ProfilingDriver:
    """Wraps a driver as `Database` uses it."""

    def __init__(self, inner: AsyncDriver) -> None:
        self._inner = inner
        self.hits: Hits = defaultdict(list)
        self.execute_query_bookmark_manager = inner.execute_query_bookmark_manager

    def session(self, **given: Any) -> _Session:
        return _Session(self, self._inner.session(**given))

    async def execute_query(self, statement: Query, params: dict[str, Any], **given: Any) -> Any:
        asked = Query(profiled(statement.text), timeout=statement.timeout)
        result = await self._inner.execute_query(asked, params, **given)
        self.note(statement.text, result.summary.profile)
        return result

    async def close(self) -> None:
        await self._inner.close()

    def note(self, text: str, plan: dict[str, Any] | None) -> None:
        """Record a statement's db hits."""
        if plan is not None:
            self.hits[NAMES.get(text, text)].append(total(plan))


class _Session:
    def __init__(self, driver: ProfilingDriver, inner: Any) -> None:
        self._driver, self._inner = driver, inner

    async def __aenter__(self) -> _Session:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._inner.__aexit__(*error)

    async def run(self, text: str, params: dict[str, Any]) -> _Rows:
        return _Rows(self._driver, text, await self._inner.run(profiled(text), params))

    async def execute_write(self, unit: Any) -> Any:
        return await self._inner.execute_write(lambda transaction: unit(_Transaction(self._driver, transaction)))


class _Transaction:
    def __init__(self, driver: ProfilingDriver, inner: Any) -> None:
        self._driver, self._inner = driver, inner

    async def run(self, text: str, params: dict[str, Any] | None = None, **more: object) -> _Rows:
        return _Rows(self._driver, text, await self._inner.run(profiled(text), params, **more))


class _Rows:
    def __init__(self, driver: ProfilingDriver, text: str, inner: Any) -> None:
        self._driver, self._text, self._inner = driver, text, inner

    async def __aiter__(self) -> AsyncIterator[Record]:
        async for record in self._inner:
            yield record
        self._driver.note(self._text, (await self._inner.consume()).profile)


def profiled(text: str) -> Any:
    """The statement under PROFILE, which must follow the language's name."""
    return f"CYPHER 25 PROFILE {text[9:]}" if text.startswith("CYPHER 25") else f"PROFILE {text}"


def total(plan: dict[str, Any]) -> int:
    """Db hits of a plan and all of its children."""
    return int(plan.get("dbHits", 0)) + sum(total(child) for child in plan.get("children", ()))
