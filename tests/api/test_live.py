"""Subscriptions as clients have them: by graphql-transport-ws and as server-sent events, over a real socket."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from graphmem_api.live import MOST_OF_A_KEY
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from graphmem.facade import GraphMem
from graphmem.model.access import Scope
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.services.jobs import Jobs

Issue = Callable[..., Any]
EVENTS = "subscription { memoryEvents { verb via ids count } }"
JOBS = "subscription { jobProgress { kind state } }"
SECONDS = 60
GUIDE = Path(__file__).parents[2] / "notebooks" / "guides" / "agents.md"


async def said(socket: ClientConnection) -> dict[str, Any]:
    """The next message of the server."""
    async with asyncio.timeout(SECONDS):
        message: dict[str, Any] = json.loads(await socket.recv())
        return message


async def until_closed(socket: ClientConnection) -> None:
    """Whatever it still says."""
    while True:
        await said(socket)


@asynccontextmanager
async def listening(served: str, key: str, **queries: str) -> AsyncIterator[ClientConnection]:
    """A socket that said whose it is and subscribed, each by a name."""
    address = served.replace("http", "ws", 1) + "/graphql"
    async with connect(address, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
        init = {"type": "connection_init", "payload": {"authorization": f"Bearer {key}"}}
        await socket.send(json.dumps(init))
        if queries:
            assert (await said(socket))["type"] == "connection_ack"
        for name, query in queries.items():
            await socket.send(json.dumps({"id": name, "type": "subscribe", "payload": {"query": query}}))
        yield socket


async def test_changes_and_jobs_arrive_whoever_made_them(
    served: str, memory: GraphMem, issue: Issue, owner: str
) -> None:
    async with listening(served, await issue(owner, scopes=[Scope.READ]), events=EVENTS, jobs=JOBS) as socket:
        await asyncio.sleep(1.5)  # both have looked once
        whose = Owner.named(owner)
        told: dict[str, Any] = {}
        await memory.sessions.start(whose, "talk")  # of another process, for all that this server knows
        await Jobs(memory.database).enqueue(whose, JobKind.DREAM, {}, delay_seconds=600)
        while len(told) < 2:
            message = await said(socket)
            told[message["id"]] = message["payload"]["data"]
        assert told["events"] == {
            "memoryEvents": {"verb": "START_SESSION", "via": "graphmem", "ids": ["talk"], "count": 1}
        }
        assert told["jobs"] == {"jobProgress": {"kind": "DREAM", "state": "QUEUED"}}
        await socket.send(json.dumps({"type": "ping"}))
        assert (await said(socket))["type"] == "pong"


async def test_as_server_sent_events(served: str, memory: GraphMem, issue: Issue, owner: str) -> None:
    headers = {"authorization": f"Bearer {await issue(owner)}", "accept": "text/event-stream"}
    query = 'subscription { memoryEvents(since: "2020-01-01T00:00:00Z") { verb } }'
    async with (
        asyncio.timeout(SECONDS),
        httpx2.AsyncClient(base_url=served, timeout=SECONDS) as http,
        http.stream("POST", "/graphql", json={"query": query}, headers=headers) as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        async for line in stream.aiter_lines():
            if line.startswith("data:"):
                assert json.loads(line[5:])["data"]["memoryEvents"]["verb"] == "ISSUE_KEY"
                break


async def test_a_socket_is_for_who_may_listen(served: str, issue: Issue, owner: str) -> None:
    for key in ("gm_wrong", ""):
        async with listening(served, key) as socket:
            with pytest.raises(ConnectionClosed) as refused:
                await said(socket)
            assert refused.value.rcvd is not None
            assert refused.value.rcvd.code == 4403
    writer, reader = await issue(owner, scopes=[Scope.WRITE]), await issue(owner, scopes=[Scope.READ])
    async with listening(served, writer, events=EVENTS) as socket:
        assert (await said(socket))["payload"][0]["extensions"]["code"] == "FORBIDDEN"
    async with listening(served, reader, query="{ health { drawers } }") as socket:
        assert "subscriptions alone" in (await said(socket))["payload"][0]["message"]
    half = MOST_OF_A_KEY // 2 + 1
    many = {f"s{number}": EVENTS for number in range(half)}
    async with listening(served, reader, **many), listening(served, reader, **many) as socket:
        assert "TOO_MANY_SUBSCRIPTIONS" in json.dumps(await said(socket))


@pytest.mark.parametrize(
    "frame",
    ["null", "[]", "[1]", "5", '"x"', "{", "[" * 200_000, "{}", '{"type": 7}', '{"type": "complete", "id": []}',
     '{"type": "subscribe", "id": "a", "payload": 5}', '{"type": "subscribe", "id": "a", "payload": {"query": []}}'],
    ids=lambda frame: frame[:50],
)  # fmt: skip
async def test_what_is_no_message_closes_the_socket(served: str, frame: str, caplog: pytest.LogCaptureFixture) -> None:
    address = served.replace("http", "ws", 1) + "/graphql"
    async with connect(address, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
        await socket.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            await said(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert "Exception in ASGI" not in caplog.text


async def test_the_key_is_told_under_either_spelling(served: str, issue: Issue, owner: str) -> None:
    address = served.replace("http", "ws", 1) + "/graphql"
    key = await issue(owner, scopes=[Scope.READ])
    for name in ("authorization", "Authorization"):
        async with connect(address, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
            await socket.send(json.dumps({"type": "connection_init", "payload": {name: f"Bearer {key}"}}))
            assert (await said(socket))["type"] == "connection_ack"


async def test_the_guides_example_listens(served: str, memory: GraphMem, issue: Issue, owner: str) -> None:
    (example,) = re.findall(r"```python\n(import asyncio, json, os\n.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    key = await issue(owner, scopes=[Scope.READ])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-c", example.replace("127.0.0.1:8000", served.removeprefix("http://"))),
        env=os.environ | {"KEY": key},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            assert json.loads(await process.stdout.readline()) == {"type": "connection_ack"}
            await asyncio.sleep(1.5)  # it has looked once
            await Jobs(memory.database).enqueue(Owner.named(owner), JobKind.DREAM, {}, delay_seconds=600)
            told = json.loads(await process.stdout.readline())
    finally:
        process.kill()
        await process.wait()
    assert told["payload"]["data"]["jobProgress"]["kind"] == "DREAM"


async def test_it_ends_with_its_key(served: str, own: GraphMem, memory: GraphMem, issue: Issue, owner: str) -> None:
    async with listening(served, await issue(owner), events=EVENTS) as socket:
        await asyncio.sleep(1.5)
        await own.keys.revoke(Owner.named(owner), "test")
        with pytest.raises(ConnectionClosed) as closed:
            await until_closed(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
