"""Probes, pages and headers; over a real uvicorn where the wire matters."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import graphmem_api.app
import httpx2
import pytest

import graphmem
from graphmem.facade import GraphMem
from graphmem.store.database import Database
from tests.api.conftest import Client, as_local, client_of
from tests.support.conversations import EFOIL, conversation
from tests.support.page import LOCAL

STATIC = Path(graphmem_api.app.__file__).parent / "static"


@asynccontextmanager
async def detour(memory: GraphMem) -> AsyncIterator[tuple[GraphMem, asyncio.Server, set[asyncio.StreamWriter]]]:
    """The same memory through a relay that a test can cut."""
    real = urlsplit(memory.database.address.uri)
    open_ends: set[asyncio.StreamWriter] = set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(real.hostname, real.port)
        open_ends.update((writer, back))
        await asyncio.gather(pump(reader, back), pump(there, writer))

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    database = await Database.connect(replace(memory.database.address, uri=f"bolt://127.0.0.1:{port}"))
    try:
        yield GraphMem(memory.settings, database, memory.embedder, memory.usage), server, open_ends
    finally:
        await database.aclose()
        server.close()
        await server.wait_closed()


@pytest.mark.long
async def test_ready_until_the_database_is_away_and_again_when_it_is_back(memory: GraphMem) -> None:
    async with detour(memory) as (relayed, server, open_ends), client_of(relayed) as client:
        assert (await client.http.get("/readyz")).json() == {
            "ready": True,
            "checks": {"database": True, "schema": True, "worker": True, "warm": True},
        }
        port = server.sockets[0].getsockname()[1]
        server.close()
        for end in open_ends:
            end.close()
        since = time.perf_counter()
        away = await client.http.get("/readyz")
        assert time.perf_counter() - since < 30
        assert away.status_code == 503
        assert away.json()["code"] == "DATABASE_UNAVAILABLE"
        assert str(port) not in away.text
        assert (await client.http.get("/livez")).json() == {"alive": True}


async def test_probes_and_pages_over_the_wire(served: str, own: GraphMem) -> None:
    async with httpx2.AsyncClient(base_url=served) as http:
        assert (await http.get("/livez")).json() == {"alive": True}
        assert (await http.get("/readyz")).status_code == 200
        landing = await http.get("/")
        assert f"curl {served}/graphql" in landing.text
        page = await http.get("/graphql", headers=BROWSER)
        assert page.headers["content-type"].startswith("text/html")
        asked = await http.post("/graphql", json={"query": "{ health { schemaOk } }"}, headers=as_local(own))
        assert asked.json()["data"] == {"health": {"schemaOk": True}}
        assert asked.headers["cache-control"] == "no-store"
        options = await http.request("OPTIONS", "/graphql", headers={"origin": "https://evil.example"})
        assert options.status_code == 405
        assert "access-control-allow-origin" not in options.headers
        for answer in (landing, page, asked, options):
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
URQL = {"accept": "application/graphql-response+json, application/graphql+json, application/json, text/event-stream"}
"""What the client sends by default, with a query as a GET."""


async def test_a_get_with_a_query_is_answered_and_html_only_where_it_is_asked_for(client: Client) -> None:
    asked = {"query": "query M($n: Int!) { memories(first: $n) { edges { cursor } } }", "variables": '{"n": 2}'}
    answer = await client.http.get("/graphql", params=asked)
    assert (answer.status_code, answer.json()["data"]) == (200, {"memories": {"edges": []}})
    assert answer.headers["content-type"] == "application/json"
    page = await client.http.get("/graphql", params=asked, headers=BROWSER)
    assert page.headers["content-type"].startswith("text/html")
    assert "cursor" not in page.text

    typed = await client.http.get("/graphql", params=asked, headers=URQL)
    assert (typed.status_code, typed.json()["data"]) == (200, answer.json()["data"])
    assert typed.headers["content-type"] == "application/graphql-response+json; charset=utf-8"
    wrong = await client.http.get("/graphql", params={"query": "{ nothing }"}, headers=URQL)
    assert (wrong.status_code, "nothing" in wrong.json()["errors"][0]["message"]) == (400, True)
    assert (await client.http.get("/graphql", params={"query": "{ nothing }"})).status_code == 200
    assert (await client.http.get("/graphql")).status_code == 400

    mutation = {"query": "mutation { startSession { __typename } }"}
    refused = await client.http.get("/graphql", params=mutation, headers=URQL)
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    embedded = await client.http.get("/graphql", params=asked, headers={"sec-fetch-site": "cross-site"})
    assert embedded.status_code == 401, "an image whose address is a query"


async def test_pages_of_allowed_origins_may_ask_and_no_others(own: GraphMem) -> None:
    site, health = "http://localhost:5173", {"query": "{ health { drawers } }"}
    settings = own.settings.model_copy(update={"allowed_origins": (site,)})
    allowing = GraphMem(settings, own.database, own.embedder, own.usage)
    preflight = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    async with client_of(allowing) as client:
        asked = await client.http.options("/graphql", headers={"origin": site} | preflight)
        assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (200, site)
        answer = await client.post(health, origin=site)
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, site)
        other = await client.post(health, origin="http://localhost:5174")
        assert (other.status_code, "access-control-allow-origin" in other.headers) == (401, False)


async def test_the_index_page_names_what_it_serves_to_those_who_may_know(own: GraphMem, client: Client) -> None:
    await own.mine(conversation(EFOIL))
    shown = (await client.http.get("/", headers=BROWSER)).text
    assert f"graphmem {graphmem.__version__} serves the memory of “{own.owner().name}”: {len(EFOIL)} turns" in shown
    assert f"curl {LOCAL}/graphql" in shown
    rebound = (await client.http.get("/", headers={"host": "<b>evil.example"})).text
    assert own.owner().name not in rebound
    assert graphmem.__version__ not in rebound
    assert "<b>" not in rebound


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/static/../app.py", 404), ("/static/none.js", 404)])
async def test_what_is_not_there_is_said_as_json(client: Client, path: str, status: int) -> None:
    answer = await client.http.get(path)
    assert answer.status_code == status
    assert answer.json()["errors"][0]["extensions"]["code"] == "NOT_FOUND"


async def test_pages_ask_for_nothing_from_elsewhere(client: Client) -> None:
    for path in ("/", "/graphql"):
        text = (await client.http.get(path, headers=BROWSER)).text
        assert "https://" not in text
        for quoted in text.split('src="')[1:] + text.split('stylesheet" href="')[1:]:
            assert (await client.http.get(quoted.split('"')[0])).status_code == 200


def test_vendored_files_stay_small_and_licensed() -> None:
    assert sum(file.stat().st_size for file in STATIC.iterdir()) < 2_500_000
    assert {"LICENSE.graphiql", "LICENSE.react", "LICENSE.bundled", "README.md"} <= {f.name for f in STATIC.iterdir()}
