"""What a started server is like: private, loopback only, password required, shared by those who ask."""

from __future__ import annotations

import json
import stat
import urllib.error
import urllib.request
from typing import Any

import neo4j
import neo4j.exceptions
import psutil
import pytest

from graphmem.config import Settings
from graphmem.server import RunningServer, acquire, release, supervisor


def _get(url: str) -> Any:
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": "application/json"})) as answer:
        return json.load(answer)


async def test_it_answers_cypher(server: RunningServer) -> None:
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        rows, _, _ = await driver.execute_query(
            "CALL dbms.components() YIELD versions, edition RETURN *", database_=server.database
        )
    assert rows[0]["versions"][0].startswith("2026.09")
    assert rows[0]["edition"] == "community"


@pytest.mark.parametrize("password", ["neo4j", "", "wrong-password"])
async def test_the_password_is_needed(server: RunningServer, password: str) -> None:
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=("neo4j", password)) as driver:
        with pytest.raises(neo4j.exceptions.AuthError):
            await driver.execute_query("RETURN 1")
    async with neo4j.AsyncGraphDatabase.driver(server.uri) as driver:
        with pytest.raises(neo4j.exceptions.AuthError):
            await driver.execute_query("RETURN 1")


async def test_wrong_passwords_lock_nobody_out(server: RunningServer) -> None:
    for _ in range(6):
        async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=("neo4j", "wrong-password")) as stranger:
            with pytest.raises(neo4j.exceptions.AuthError) as refused:
                await stranger.execute_query("RETURN 1")
            assert refused.value.code == "Neo.ClientError.Security.Unauthorized", "locked out instead"
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        await driver.execute_query("RETURN 1")


def test_pages_of_other_origins_read_nothing(server: RunningServer) -> None:
    request = urllib.request.Request(server.http_url, headers={"Origin": "http://evil.example"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Access-Control-Allow-Origin"] in (None, server.http_url)


def test_http_needs_the_password_too(server: RunningServer) -> None:
    body = json.dumps({"statement": "RETURN 1"}).encode()
    request = urllib.request.Request(f"{server.http_url}/db/neo4j/query/v2", body, {"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError, match="401") as refused:
        urllib.request.urlopen(request)
    refused.value.close()


def test_discovery_names_the_real_bolt_port(server: RunningServer) -> None:
    assert _get(server.http_url + "/")["bolt_direct"] == server.uri


def test_the_password_is_for_its_owner_alone(server: RunningServer) -> None:
    for path, mode in ((server.files.password, 0o600), (server.files.root, 0o700), (server.files.launch, 0o600)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
    assert len(server.password) >= 24
    assert server.password not in repr(server)
    process = server.files.child_process()
    assert process is not None
    assert server.password not in " ".join(process.cmdline())


def test_it_listens_on_loopback_only(server: RunningServer) -> None:
    process = server.files.child_process()
    assert process is not None
    listening = [one for one in process.net_connections("tcp") if one.status == psutil.CONN_LISTEN]
    assert {address.laddr.ip.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}
    assert len(listening) == 2


def test_it_has_a_session_of_its_own(server: RunningServer) -> None:
    """A Ctrl-C in the owner's terminal must not reach it."""
    import os

    process = server.files.child_process()
    assert process is not None
    assert os.getsid(process.pid) != os.getsid(0)


async def test_a_second_user_in_the_same_process_reuses_it(server: RunningServer, settings: Settings) -> None:
    second = await acquire(settings)
    assert second.reused
    assert second.uri == server.uri
    await release(second)
    assert server.files.running()


async def test_a_server_in_use_is_not_stopped(server: RunningServer) -> None:
    assert supervisor.in_use(server.files)
    assert not await supervisor.stop_unused(server.files)
    assert server.files.running()
