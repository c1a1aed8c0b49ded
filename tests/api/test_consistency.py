"""Replicas before a cluster: a client that brings its bookmarks back sees what it wrote on whichever answers next."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from graphmem_api.consistency import EXTENSION, HEADER
from pydantic import SecretStr

from graphmem.config import Settings
from graphmem.facade import GraphMem
from tests.api.conftest import Client, client_of, of_owner
from tests.support.cluster import Cluster

LEARN = "mutation($text: String!) { learn(input: {text: $text}) { __typename } }"
READ = {"query": "{ memories { edges { node { text } } } }"}
TOLD = (
    "My locker has the number 1007.",
    "My bicycle is green.",
    "My sister Clara lives in Lisbon.",
    "I work for Siemens since July.",
    "My accountant is Robert Miller.",
    "Ada has a cat.",
)
ASKED: dict[str, object] = {"query": LEARN, "variables": {"text": TOLD[0]}}


@pytest_asyncio.fixture(loop_scope="session")
async def replicas(settings: Settings, cluster: Cluster, owner: str) -> AsyncIterator[list[Client]]:
    """Two processes, for all that the cluster knows, each behind an application of its own."""
    address = cluster.address
    through = settings.model_copy(update={"neo4j_uri": address.uri, "neo4j_password": SecretStr(address.password)})
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(2):
            memory = of_owner(await stack.enter_async_context(GraphMem.open(through)), owner)
            clients.append(await stack.enter_async_context(client_of(memory)))
        yield clients
    cluster.heal()


async def texts(client: Client, body: dict[str, object] = READ, **headers: str) -> str:
    """What a replica knows."""
    answer = await client.post(body, **headers)
    assert "errors" not in answer.json(), answer.text
    return answer.text


async def learned(client: Client, text: str) -> str:
    """Tell a replica; the bookmarks of its answer."""
    answer = await client.post({"query": LEARN, "variables": {"text": text}})
    told = answer.headers[HEADER]
    assert answer.json()["extensions"] == {EXTENSION: told}
    return str(told)


async def test_another_replica_sees_what_the_client_wrote(replicas: list[Client], cluster: Cluster) -> None:
    unseen = 0
    for number, text in enumerate(TOLD):
        cluster.fall_behind(1, 2)
        one, other = replicas[number % 2], replicas[1 - number % 2]
        told = await learned(one, text)
        # It may know of it by chance, since it looks for work at the leader now and then.
        unseen += text not in await texts(other)
        assert text in await texts(other, READ | {"extensions": {EXTENSION: told}})
        read = await other.post(READ, **{HEADER: told})
        assert text in read.text
        assert text in await texts(one, **{HEADER: read.headers[HEADER]})
    assert unseen, "a replica that is not told of bookmarks is behind"


@pytest.mark.parametrize("given", ["nonsense with spaces", "FB:" + "x" * 5_000, "FB:kcw,,FB:kcw", "FB:ü"])
async def test_what_is_no_bookmark_is_refused_before_anything_runs(replicas: list[Client], given: str) -> None:
    answer = await replicas[0].http.post("/graphql", json=ASKED, headers={HEADER: given.encode()})
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["extensions"]["code"], HEADER in error["extensions"]["remedy"]) == ("BAD_REQUEST", True)
    (error,) = (await replicas[0].post(ASKED | {"extensions": {EXTENSION: given}})).json()["errors"]
    assert error["extensions"]["code"] == "BAD_REQUEST"
    assert TOLD[0] not in await texts(replicas[0])


@pytest.mark.parametrize("given", ["FB:kcw", "bookmark"])
async def test_what_only_looks_like_a_bookmark_is_a_typed_error(replicas: list[Client], given: str) -> None:
    answer = (await replicas[0].post(READ, **{HEADER: given})).json()
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_INPUT", answer


async def test_one_server_has_none(client: Client) -> None:
    answer = await client.post(READ, **{HEADER: "FB:kcw"})
    assert HEADER not in answer.headers
    assert "extensions" not in answer.json()
