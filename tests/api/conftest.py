"""The application over the run's real store, asked over HTTP; every test speaks for an owner of its own."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
import pytest_asyncio
import uvicorn
from graphmem_api import create_app

from graphmem import home_token
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.support.page import LOCAL, log_in

if TYPE_CHECKING:
    from playwright.async_api import Browser


@dataclass
class Client:
    """Asks one application. `key` is sent as a bearer key when there is one."""

    http: httpx2.AsyncClient
    key: str | None = None

    async def post(self, body: dict[str, Any], **headers: str) -> httpx2.Response:
        """A POST of one GraphQL request."""
        given = {"authorization": f"Bearer {self.key}"} if self.key else {}
        return await self.http.post("/graphql", json=body, headers=given | headers)

    async def ask(self, document: str, /, **variables: Any) -> dict[str, Any]:
        """The whole answer of a query, errors included."""
        answer: dict[str, Any] = (await self.post({"query": document, "variables": variables})).json()
        return answer

    async def data(self, document: str, /, **variables: Any) -> dict[str, Any]:
        """The data of a query that must succeed."""
        answer = await self.ask(document, **variables)
        assert "errors" not in answer, answer
        data: dict[str, Any] = answer["data"]
        return data


def as_local(memory: GraphMem) -> dict[str, str]:
    """The header by which this machine's own user is known."""
    return {"authorization": f"Bearer {home_token.ensure(memory.settings)}"}


@asynccontextmanager
async def client_of(
    memory: GraphMem, *, address: str = "127.0.0.1", base: str = LOCAL, local: bool = True
) -> AsyncIterator[Client]:
    """A client of a fresh application over `memory`, which sees it coming from `address`.

    It speaks as this machine's own user unless it has a key, and for nobody with `local=False`.
    """
    app = create_app(memory=memory)
    transport = httpx2.ASGITransport(app=app, client=(address, 50_000), raise_app_exceptions=False)
    headers = as_local(memory) if local else {}
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url=base, headers=headers) as http,
    ):
        yield Client(http)


@pytest.fixture
def own(memory: GraphMem, owner: str) -> GraphMem:
    """A memory whose local owner is this test's."""
    return of_owner(memory, owner)


def of_owner(memory: GraphMem, owner: str) -> GraphMem:
    settings = memory.settings.model_copy(update={"owner": owner})
    return GraphMem(settings, memory.database, memory.embedder, memory.usage)


@pytest_asyncio.fixture(loop_scope="session")
async def client(own: GraphMem) -> AsyncIterator[Client]:
    """This machine's own user."""
    async with client_of(own) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def issue(memory: GraphMem) -> AsyncIterator[Callable[..., Any]]:
    """Issues keys by owner's name and takes them back at the end."""
    owners: list[Owner] = []

    async def issue_key(name: str, **how: Any) -> str:
        owners.append(Owner.named(name))
        return (await memory.keys.issue(owners[-1], "test", **how)).secret

    yield issue_key
    for owner in {owner.key: owner for owner in owners}.values():
        if await memory.keys.issued(owner):
            await memory.keys.revoke(owner, "test")


@pytest_asyncio.fixture(loop_scope="session")
async def served(own: GraphMem) -> AsyncIterator[str]:
    """The address of a real uvicorn over this test's memory."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(memory=own)
    config = uvicorn.Config(app, log_level="warning", ws="websockets-sansio", lifespan="on", proxy_headers=False)
    server = uvicorn.Server(config)
    async with AsyncExitStack() as stack:
        task = asyncio.create_task(server.serve(sockets=[listener]))

        async def stop() -> None:
            app.state.live.end()
            server.should_exit = True
            await task

        stack.push_async_callback(stop)
        while not server.started:  # noqa: ASYNC110  uvicorn has no event for it
            await asyncio.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


MINE = """mutation($input: ConversationInput!) { mineConversation(input: $input) {
  ... on MinedConversation { conversation title rooms filed known unembedded rejected { index reason } notes }
  ... on InvalidInput { code field message remedy } } }"""


def conversation(**changes: Any) -> dict[str, Any]:
    """Two sessions, a day apart, in English and Turkish."""
    turns = [
        {"speaker": "Ada", "text": "I moved to Izmir in May.", "saidAt": "2026-05-08T13:56:00Z"},
        {"role": "assistant", "text": "Do you like the sea?", "saidAt": "2026-05-08T13:57:00Z"},
        {"speaker": "Ada", "text": "Her sabah denize giriyorum.", "saidAt": "2026-05-09T09:00:00Z"},
    ]
    return {"title": "Moving", "turns": turns} | changes


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(own: GraphMem) -> AsyncIterator[httpx2.AsyncClient]:
    """A browser in which this machine's own user is logged in."""
    async with client_of(own, local=False) as client:
        assert (await log_in(client.http, home_token.ensure(own.settings))).status_code == 303
        yield client.http


@pytest_asyncio.fixture(loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A Chromium without a window."""
    from playwright.async_api import async_playwright

    from tests.api.test_browser import CHROMIUM, FLAGS

    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        yield started
        await started.close()
