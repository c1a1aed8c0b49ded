"""Replicas before a cluster: a client that brings its bookmarks back sees what it wrote on whichever answers next."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import pytest
import pytest_asyncio
from graphmem_api.consistency import EXTENSION, HEADER
from pydantic import SecretStr

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import queries
from graphmem.store.database import Address, Database
from tests.api.conftest import Client, client_of
from tests.support.cluster import Cluster, Fault

LEARN = "mutation($text: String!) { learn(input: {text: $text}) { __typename } }"
READ: dict[str, Any] = {"query": "{ memories { edges { node { text } } } }"}
TOLD = (
    "My locker has the number 1007.",
    "My bicycle is green.",
    "My sister Clara lives in Lisbon.",
    "I work for Siemens since July.",
    "My accountant is Robert Miller.",
    "Ada has a cat.",
)
ASKED: dict[str, Any] = {"query": LEARN, "variables": {"text": TOLD[0]}}


def at(address: Address, settings: Settings, owner: str) -> Settings:
    """A process of this owner's, whose Neo4j is there."""
    password = SecretStr(address.password)
    return settings.model_copy(update={"neo4j_uri": address.uri, "neo4j_password": password, "owner": owner})


@pytest_asyncio.fixture(loop_scope="session")
async def replicas(settings: Settings, cluster: Cluster, owner: str) -> AsyncIterator[list[Client]]:
    """Two processes, for all that the cluster knows, each behind an application of its own."""
    through = at(cluster.address, settings, owner)
    async with AsyncExitStack() as stack:
        clients = []
        for _ in range(2):
            memory = await stack.enter_async_context(GraphMem.open(through))
            clients.append(await stack.enter_async_context(client_of(memory)))
        yield clients
    cluster.heal()


async def texts(client: Client, body: dict[str, Any] = READ, **headers: str) -> str:
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
        assert text in await texts(other, {**READ, "extensions": {EXTENSION: told}})
        read = await other.post(READ, **{HEADER: told})
        assert text in read.text
        headers: dict[str, str] = {HEADER: read.headers[HEADER]}
        assert text in await texts(one, READ, **headers)
    assert unseen, "a replica that is not told of bookmarks is behind"


@pytest.mark.parametrize("given", ["nonsense with spaces", "FB:" + "x" * 5_000, "FB:kcw,,FB:kcw", "FB:ü"])
async def test_what_is_no_bookmark_is_refused_before_anything_runs(replicas: list[Client], given: str) -> None:
    answer = await replicas[0].http.post("/graphql", json=ASKED, headers={HEADER.encode(): given.encode()})
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["extensions"]["code"], HEADER in error["extensions"]["remedy"]) == ("BAD_REQUEST", True)
    (error,) = (await replicas[0].post({**ASKED, "extensions": {EXTENSION: given}})).json()["errors"]
    assert error["extensions"]["code"] == "BAD_REQUEST"
    assert TOLD[0] not in await texts(replicas[0])


@pytest.mark.parametrize("given", ["FB:kcw", "bookmark"])
async def test_what_only_looks_like_a_bookmark_is_a_typed_error(replicas: list[Client], given: str) -> None:
    answer = (await replicas[0].post(READ, **{HEADER: given})).json()
    assert answer["errors"][0]["extensions"]["code"] == "INVALID_INPUT", answer
    assert "extensions" not in answer, "what is refused is not to be sent again"


async def test_one_server_has_none(settings: Settings, server: Address, owner: str) -> None:
    async with GraphMem.open(at(server, settings, owner)) as memory, client_of(memory) as client:
        answer = await client.post(READ, **{HEADER: "FB:kcw"})
    assert HEADER not in answer.headers
    assert "extensions" not in answer.json()


OBSERVE = "mutation($input: MessageInput!) { observe(input: $input) { __typename } }"
DRAWERS = queries.parse(
    "test/drawers",
    "// All turns.\n// mode: read\n// params: owner\n// returns: text\n"
    "MATCH (d:Drawer {owner: $owner}) RETURN d.text AS text",
)
READS = (
    {"query": '{ recall(query: "Which number has my locker?") { ... on Recollection { context } } }'},
    READ,
    {"query": "{ entities(first: 5) { name } }"},
    {"query": "{ dueMemories { __typename } }"},
    {"query": "{ settings { __typename } }"},
)
LOSSES = 200


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_the_leader_is_lost_two_hundred_times_under_four_writers(
    replicas: list[Client], cluster: Cluster, database: Database, owner: str
) -> None:
    """Each writer asks one replica after the other, again under the same key after an error: all is there once."""
    chance, told, refused = random.Random(41), list[str](), Counter[str]()
    done = asyncio.Event()

    async def writer(name: str) -> None:
        for number in count():
            text = f"The crate {name}{number} stands in hall {chance.randrange(10**6)}."
            body = {"query": OBSERVE, "variables": {"input": {"text": text, "idempotencyKey": f"{name}{number}"}}}
            for attempt in count():
                answer = (await replicas[(number + attempt) % 2].post(body)).json()
                if "errors" not in answer:
                    break
                refused[answer["errors"][0]["extensions"]["code"]] += 1
            told.append(text)
            if done.is_set():
                return

    writers = [asyncio.create_task(writer(name)) for name in "abcd"]
    before, longest = cluster.injected.copy(), 0.0
    for _ in range(LOSSES):
        injected = cluster.injected.total()
        cluster.faults.append(chance.choice(list(Fault)))
        while cluster.injected.total() == injected:  # noqa: ASYNC110 - by another thread
            await asyncio.sleep(0.005)
        cluster.leader = chance.choice(cluster.readers)
        moved, known = time.monotonic(), len(told)
        while len(told) == known:
            assert not any(one.done() for one in writers)
            await asyncio.sleep(0.005)
        longest = max(longest, time.monotonic() - moved)
    done.set()
    await asyncio.gather(*writers)
    kept = await database.run(DRAWERS, owner=Owner.named(owner).key)
    assert Counter(row["text"] for row in kept) == Counter(told), "each once"
    lost = cluster.injected - before
    print(f"{len(told)} texts, leaders lost: {dict(lost)}, refused: {dict(refused)}, longest pause {longest:.1f} s")
    assert longest < cluster.ttl


async def test_reads_are_readers_work(replicas: list[Client], cluster: Cluster) -> None:
    for text in TOLD:
        await learned(replicas[0], text)
    before = cluster.ran.copy()
    for _ in range(10):
        for body in READS:
            answer = (await replicas[1].post(body)).json()
            assert "errors" not in answer, answer
    ran = cluster.ran - before
    of_leader, of_all = ran[cluster.leader or 0, "r"], sum(number for (_, kind), number in ran.items() if kind == "r")
    print(f"{of_all} reading statements, {of_leader} of them at the leader; {dict(ran)}")
    assert of_leader <= 0.05 * of_all  # what servers look up by the clock is among them, more on a busy machine
