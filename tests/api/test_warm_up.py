"""A server is ready once it has observed and recalled as somebody who does not exist, of which nothing stays."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from graphmem_api.warm_up import warm_up
from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.warm_up import fill_caches
from graphmem.store import nodes
from tests.api.conftest import client_of
from tests.support.waiting import until

LEFT = "MATCH (n) WHERE n.owner = $owner OR n:Owner AND n.key = $owner RETURN count(n)"
"""What one owner has: other owners may be written to at the same time, by what earlier tests started."""


async def test_it_is_ready_only_after_a_first_recall(own: GraphMem) -> None:
    async with client_of(own) as client:
        assert (await client.http.get("/readyz")).status_code == 200, "nobody tries one"
        async with warm_up(own):
            starting = await client.http.get("/readyz")
            assert starting.status_code == 503
            told = starting.json()
            assert (told["ready"], told["code"]) == (False, "WARMING")
            assert told["checks"] == {"database": True, "schema": True, "worker": True, "warm": False}
            assert (await client.http.get("/livez")).status_code == 200
            await client.data("{ viewer { owner } }")  # who asks already is answered

            async def ready() -> bool:
                return (await client.http.get("/readyz")).status_code == 200

            await until(ready)
            assert (await client.http.get("/readyz")).json()["checks"]["warm"] is True


async def test_one_that_stops_before_is_done_with_it(own: GraphMem) -> None:
    async with warm_up(own):
        assert (await own.readiness()).code == "WARMING"
    assert (await own.readiness()).ready


async def test_it_leaves_nothing(memory: GraphMem, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = SimpleNamespace(token_hex=lambda _: "of-this-test")
    monkeypatch.setattr("graphmem.services.warm_up.secrets", drawn)
    await fill_caches(memory.database, memory.embedder)
    await nodes.use(memory.database)
    left, _ = await adb.cypher_query(LEFT, {"owner": Owner.named("warming-of-this-test").key})
    assert left == [[0]]
