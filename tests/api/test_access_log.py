"""Each request has an id and leaves a line; neither says what somebody asked for."""

from __future__ import annotations

import logging

import pytest
from graphmem_api.access_log import AccessLog
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from graphmem.facade import GraphMem
from graphmem.providers.cache import CachedEmbedder
from tests.api.conftest import Client, client_of
from tests.api.test_errors import ASK, Broken


@pytest.mark.parametrize("sane", ["a-1", "0af7651916cd43dd", "x" * 64])
async def test_a_sane_id_is_taken_over(client: Client, sane: str) -> None:
    assert (await client.http.get("/livez", headers={"x-request-id": sane})).headers["x-request-id"] == sane


@pytest.mark.parametrize("other", [b"", b"two words", b"x" * 65, "İ".encode()])
async def test_any_other_is_not(client: Client, other: bytes) -> None:
    made = {(await client.http.get("/livez", headers={b"x-request-id": other})).headers["x-request-id"] for _ in "ab"}
    assert len(made) == 2
    assert all(len(one) == 32 for one in made)


async def test_a_masked_error_and_its_line_have_the_id_of_the_request(own: GraphMem) -> None:
    broken = GraphMem(own.settings, own.database, CachedEmbedder(Broken(RuntimeError("hunter2"))), own.usage)
    async with client_of(broken) as client:
        with capture_logs(processors=[merge_contextvars]) as logs:
            answer = await client.post({"query": ASK}, **{"x-request-id": "mine"})
    (error,) = answer.json()["errors"]
    assert answer.headers["x-request-id"] == error["extensions"]["requestId"] == "mine"
    assert [(line["id"], line["request_id"]) for line in logs] == [(error["extensions"]["id"], "mine")]


async def test_a_request_leaves_a_line_without_what_was_asked(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "graphmem.access")
    await client.ask(ASK)
    await client.http.get("/memory/m/a-secret", params={"q": "a private question"})
    await client.http.get("/a-secret")
    await client.http.request("SECRET", "/memory")
    await client.http.get("/livez")
    told = [record.__dict__ for record in caplog.records if record.name == "graphmem.access"]
    assert [(line["method"], line["path"], line["status"]) for line in told] == [
        ("POST", "/graphql", 200),
        ("GET", "/memory/m/{id}", 401),
        ("GET", "unknown", 404),
        ("unknown", "/memory", 405),
    ]
    assert all(line["ms"] > 0 for line in told)
    assert "secret" not in str(told).lower()
    assert "private question" not in str(told)


async def test_what_fails_unforeseen_is_answered_and_logged_without_its_words(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = client.http._transport.app  # type: ignore[attr-defined]
    monkeypatch.setattr(app.state, "authenticator", None)
    with capture_logs() as logs:
        answer = await client.http.get("/metrics")
    assert (answer.status_code, answer.json()["errors"][0]["extensions"]["code"]) == (500, "INTERNAL")
    assert [line["event"] for line in logs] == ["request_failed"]
    assert logs[0]["id"] in answer.json()["errors"][0]["message"]
    assert answer.headers["x-request-id"]


async def test_who_hangs_up_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def gone(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    caplog.set_level(logging.INFO, "graphmem.access")
    with capture_logs() as logs:
        await AccessLog(gone)({"type": "http", "method": "POST", "path": "/archive", "headers": []}, receive, send)
    assert not logs
    assert [(record.__dict__["path"], record.__dict__["status"]) for record in caplog.records] == [("unknown", 499)]
