"""`graphmem doctor --cluster` against a single Community server, asked as a cluster would be."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from neo4j import Bookmarks

from graphmem.facade import GraphMem
from graphmem.store import cluster
from tests.cli.conftest import graphmem


@pytest.fixture
def routed(environment: dict[str, str]) -> dict[str, str]:
    return environment | {"NEO4J_URI": environment["NEO4J_URI"].replace("bolt://", "neo4j://")}


async def test_it_says_plainly_what_a_single_community_server_is(routed: dict[str, str], memory: GraphMem) -> None:
    told = graphmem(routed, "doctor", "--cluster", "--json")
    found = json.loads(told.stdout)
    address = memory.database.address.uri.partition("://")[2]
    assert (told.returncode, found["ok"]) == (0, True)
    assert (found["edition"], found["version"]) == ("community", await memory.database.server_version())
    assert found["what"].startswith("a single server, Neo4j Community")
    assert found["routes"] == {"write": [address], "read": [address], "route": [address]}
    assert found["seconds"] > 0
    assert {"name": "neo4j", "address": address, "role": "primary", "writer": True, "status": "online"} in found[
        "copies"
    ]
    assert [one["address"] for one in found["readers"]] == [address]
    assert 0 < found["readers"][0]["milliseconds"] < 10_000
    assert found["settings"]["server.bolt.advertised_address"] == address
    assert (found["missing"], found["unknown"], found["problems"]) == ([], [], [])
    rows = await memory.database.driver.execute_query("MATCH (l:Lease) WHERE l.name STARTS WITH 'cluster' RETURN l")
    assert rows.records == [], "and it leaves nothing behind"
    shown = graphmem(routed, "doctor", "--cluster").stdout
    assert "Neo4j Community: one user database" in shown
    assert "No problem was found" in shown


def test_a_database_that_is_not_there_is_named_with_what_to_do(routed: dict[str, str]) -> None:
    for address in (routed, routed | {"NEO4J_URI": routed["NEO4J_URI"].replace("neo4j://", "bolt://")}):
        told = graphmem(address | {"NEO4J_DATABASE": "memory1"}, "doctor", "--cluster")
        assert told.returncode == 17
        assert "DATABASE_MISSING" in told.stderr
        assert "'memory1'" in told.stderr
        assert "CREATE DATABASE memory1" in told.stderr


async def test_a_reader_that_is_away_or_behind_is_a_problem(memory: GraphMem, monkeypatch: pytest.MonkeyPatch) -> None:
    address = memory.database.address
    own = address.uri.partition("://")[2]
    away = await cluster._reader(address, "127.0.0.1:1", Bookmarks())  # type: ignore[no-untyped-call]
    monkeypatch.setattr(cluster, "READER_SECONDS", 0.0)
    late = await cluster._reader(address, own, Bookmarks())  # type: ignore[no-untyped-call]
    assert (away.milliseconds, late.problem) == (None, "has not caught up within 0 s")
    found = cluster.Diagnosis(
        "bolt://db0:7687", "neo4j", edition="enterprise", routes={"read": [own]}, readers=[away, late]
    )
    copy = cluster.Copy("neo4j", "db0:7687", "primary", True, "online")
    found.copies = [copy, replace(copy, address="db1:7687", writer=False, status="offline")]
    found.settings = {"db.transaction.timeout": "1m30s", "db.lock.acquisition.timeout": "0s"}
    cluster._judge(found)
    told = "\n".join(found.problems)
    for said in (
        "127.0.0.1:1",
        "has not caught up",
        "no leader",
        "db1:7687 is offline",
        "neo4j://",
        "timeout is 1m30s",
    ):
        assert said in told
    assert found.what == "a cluster of 2 servers, Neo4j enterprise"
    assert "lock.acquisition" not in told


@pytest.mark.parametrize(
    ("value", "seconds"), [("0s", 0), ("1h30m", 5_400), ("500ms", 0.5), ("2m", 120), (None, 0), ("1d", 86_400)]
)
def test_durations_are_read_as_neo4j_writes_them(value: str | None, seconds: float) -> None:
    assert cluster._seconds(value) == seconds
