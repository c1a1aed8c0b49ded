"""Three servers and thirty owners, through `graphmem serve` and the command line: each owner is whole on one server,
one that is killed takes only its own along, and who moves loses nothing."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, cast

import httpx2
import pytest
import pytest_asyncio

from graphmem.config import Settings
from graphmem.model.palace import Owner
from graphmem.shards import Shards
from tests.shards.conftest import NAMES, Servers
from tests.support.waiting import until

pytestmark = pytest.mark.long

OWNERS = [f"owner {number}" for number in range(30)]
TURNS = 3
MINE = """mutation($input: ConversationInput!) { mineConversation(input: $input) {
  ... on MinedConversation { filed known } ... on Problem { code message } } }"""
FOUND = """query($query: String!) { recall(query: $query, limit: 5) {
  ... on Recollection { hits { drawer { text } } } } }"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shards(servers: Servers) -> AsyncIterator[Shards]:
    told = servers.environment
    settings = Settings(
        home=Path(told["GRAPHMEM_HOME"]),
        artifacts=Path(told["GRAPHMEM_ARTIFACTS"]),
        shards=Path(told["GRAPHMEM_SHARDS"]),
    )
    async with Shards.open(settings) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def keys(shards: Shards) -> dict[str, str]:
    """A key of each owner, who has said one thing."""
    found = {}
    for number, name in enumerate(OWNERS):
        owner = await shards.owner(name)
        await owner.observe(f"My locker at the pool has the number {number * 7 + 1000}.", speaker=name)
        found[name] = (await (await shards.store_for(owner)).keys.issue(owner, "test")).secret
    return found


@pytest.fixture(scope="module")
def address(servers: Servers) -> Iterator[str]:
    with servers.begin("serve", "--port", "0") as process:
        try:
            news, said = cast("IO[str]", process.stderr), ""
            while "Ctrl-C" not in said:
                line = news.readline()
                assert line, said
                said += line
            reading = threading.Thread(target=news.read)
            reading.start()
            found = re.search(r"POST (http://[\d.]+:\d+)/graphql", said)
            assert found
            yield found[1]
        finally:
            process.terminate()
        assert process.wait(60) == 0
        reading.join()


class Client:
    def __init__(self, address: str, key: str) -> None:
        self._address = f"{address}/graphql"
        self._headers = {"authorization": f"Bearer {key}"}

    def ask(self, document: str, **variables: Any) -> tuple[int, dict[str, Any]]:
        body = {"query": document, "variables": variables}
        answer = httpx2.post(self._address, json=body, headers=self._headers, timeout=90)
        told: dict[str, Any] = answer.json()
        return answer.status_code, told

    def texts(self, query: str) -> list[str]:
        _, told = self.ask(FOUND, query=query)
        assert told.get("data"), told
        return [hit["drawer"]["text"] for hit in told["data"]["recall"]["hits"]]

    def mine(self, name: str) -> dict[str, Any]:
        turns = [{"speaker": "Ada", "text": f"{name}: note {n} about buoy {n * 7}"} for n in range(TURNS)]
        _, told = self.ask(MINE, input={"id": name, "title": name, "wing": "Harbour", "turns": turns})
        return told


async def homes(shards: Shards) -> dict[str, str]:
    return {name: await shards.places.of(Owner.named(name)) for name in OWNERS}


async def test_thirty_owners_are_each_whole_on_one_server(
    shards: Shards, keys: dict[str, str], address: str, servers: Servers
) -> None:
    listed = json.loads((await asyncio.to_thread(servers.run, "owners", "list", "--json")).stdout)
    where = Counter(one["name"] for those in listed["servers"].values() for one in those)
    assert where == Counter(OWNERS)
    assert all(len(listed["servers"][name]) > 3 for name in NAMES)
    assert {name: {one["name"] for one in those} for name, those in listed["servers"].items()} == {
        name: {owner for owner, home in (await homes(shards)).items() if home == name} for name in NAMES
    }

    def asked() -> None:
        for number, name in enumerate(OWNERS):
            texts = Client(address, keys[name]).texts("What is the number of my locker?")
            assert texts == [f"My locker at the pool has the number {number * 7 + 1000}."]

    await asyncio.to_thread(asked)


async def test_a_command_opens_the_server_of_the_owner(keys: dict[str, str], servers: Servers) -> None:
    asked = await asyncio.to_thread(servers.run, "recall", "--owner", OWNERS[3], "the number of my locker")
    assert "1021" in asked.stdout, asked.stderr
    whole = await asyncio.to_thread(servers.run, "doctor")
    assert whole.returncode == 3
    assert "GRAPHMEM_SHARD" in whole.stderr
    assert "alpha, beta, gamma" in whole.stderr
    healthy = await asyncio.to_thread(lambda: servers.run("doctor", GRAPHMEM_SHARD="beta"))
    assert healthy.returncode == 0, healthy.stdout + healthy.stderr


class Writing:
    """Files conversations of an owner until it is told to stop; what was acknowledged, and what was said otherwise."""

    def __init__(self, client: Client) -> None:
        self.acknowledged: list[str] = []
        self.codes: Counter[str] = Counter()
        self._client = client
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> Writing:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _write(self) -> None:
        number = 0
        while not self._done.is_set():
            told = self._client.mine(f"conversation {number}")
            filed = ((told.get("data") or {}).get("mineConversation") or {}).get("filed")
            if filed == TURNS:
                self.acknowledged.append(f"conversation {number}")
                number += 1
            else:
                found = told.get("errors") or [{"extensions": told["data"]["mineConversation"]}]
                self.codes[found[0]["extensions"]["code"]] += 1
                time.sleep(0.1)


@pytest.mark.timeout(600)
async def test_who_moves_under_load_loses_nothing(
    shards: Shards, keys: dict[str, str], address: str, servers: Servers
) -> None:
    name = OWNERS[0]
    source = (await homes(shards))[name]
    target = next(one for one in NAMES if one != source)
    client = Client(address, keys[name])
    with Writing(client) as writing:
        await until(_enough(writing, 3))
        moved = await asyncio.to_thread(servers.run, "owners", "move", name, target, "--json")
        assert moved.returncode == 0, moved.stderr
        await until(_enough(writing, len(writing.acknowledged) + 3))
    told = json.loads(moved.stdout)
    assert (told["source"], told["target"]) == (source, target)
    assert told["removed"] > 0
    assert told["carried"] >= 1  # the key
    assert set(writing.codes) <= {"OWNER_MOVED"}
    for conversation in writing.acknowledged:  # all of it is there, once
        found = (await asyncio.to_thread(client.mine, conversation))["data"]["mineConversation"]
        assert (found["filed"], found["known"]) == (0, TURNS)
    assert "1000" in (await asyncio.to_thread(client.texts, "What is the number of my locker?"))[0]
    listed = json.loads((await asyncio.to_thread(servers.run, "owners", "list", "--json")).stdout)["servers"]
    assert [server for server, those in listed.items() if name in {one["name"] for one in those}] == [target]
    again = await asyncio.to_thread(servers.run, "owners", "move", name, target)
    assert "nothing was to be done" in again.stdout
    for server in (source, target):
        healthy = await asyncio.to_thread(partial(servers.run, "doctor", GRAPHMEM_SHARD=server))
        assert healthy.returncode == 0, healthy.stdout


def _enough(writing: Writing, count: int) -> Any:
    async def enough() -> bool:
        return len(writing.acknowledged) >= count

    return enough


@pytest.mark.timeout(600)
async def test_a_move_that_was_killed_is_given_up_or_finished(
    shards: Shards, keys: dict[str, str], address: str, servers: Servers
) -> None:
    name = OWNERS[1]
    source = (await homes(shards))[name]
    target, other = (one for one in NAMES if one != source)
    client = Client(address, keys[name])

    async def killed() -> None:
        with servers.begin("owners", "move", name, target) as process:
            news = cast("IO[str]", process.stderr)
            assert any("exporting" in line for line in iter(news.readline, ""))
            process.kill()

    await killed()
    assert "1007" in (await asyncio.to_thread(client.texts, "What is the number of my locker?"))[0]
    refused = await asyncio.to_thread(client.mine, "meanwhile")
    assert "OWNER_MOVED" in json.dumps(refused)
    elsewhere = await asyncio.to_thread(servers.run, "owners", "move", name, other)
    assert elsewhere.returncode == 2
    assert f"already moves to {target}" in elsewhere.stderr
    stayed = await asyncio.to_thread(servers.run, "owners", "stay", name)
    assert f"stays on {source}" in stayed.stdout, stayed.stderr
    assert (await asyncio.to_thread(client.mine, "meanwhile"))["data"]["mineConversation"]["filed"] == TURNS
    await killed()
    finished = await asyncio.to_thread(servers.run, "owners", "move", name, target)
    assert f"is on {target} now" in finished.stdout, finished.stderr
    found = (await asyncio.to_thread(client.mine, "meanwhile"))["data"]["mineConversation"]
    assert found["known"] == TURNS
    wrong = await asyncio.to_thread(servers.run, "owners", "move", name, "delta")
    assert (wrong.returncode, "alpha, beta, gamma" in wrong.stderr) == (2, True)
    nobody = await asyncio.to_thread(servers.run, "owners", "move", "nobody at all", target)
    assert nobody.returncode == 2


@pytest.mark.timeout(600)
async def test_a_server_that_is_killed_takes_only_its_own_owners_along(
    shards: Shards, keys: dict[str, str], address: str, servers: Servers, tmp_path: Path
) -> None:
    where = await homes(shards)
    victim = "gamma"
    away = next(name for name, home in where.items() if home == victim)
    came = next(name for name, home in where.items() if home == "beta")
    moved = await asyncio.to_thread(servers.run, "owners", "move", came, victim)
    assert moved.returncode == 0, moved.stderr
    where = await homes(shards)
    there = [name for name, home in where.items() if home != victim][:5]
    lost, safe = Client(address, keys[away]), [Client(address, keys[name]) for name in there]
    for client in (lost, *safe):
        await asyncio.to_thread(client.texts, "the number of my locker")
    servers.kill(victim)

    async def told() -> bool:
        status, answer = await asyncio.to_thread(lost.ask, FOUND, query="the number of my locker")
        return status == 503 and answer["errors"][0]["extensions"]["code"] == "SHARD_UNAVAILABLE"

    try:
        await until(told)
        for client in safe:
            begun = time.monotonic()
            assert await asyncio.to_thread(client.texts, "the number of my locker")
            assert time.monotonic() - begun < 60
        asked = await asyncio.to_thread(servers.run, "recall", "--owner", away, "locker")
        assert asked.returncode == 18, asked.stderr
        # Another server knows where this one went, and nobody answers there.
        for command in ("recall locker", "observe hello", f"export {tmp_path / 'a.zip'}", "keys list", "erase --yes"):
            named = () if command in ("keys list", "erase --yes") else ("--owner",)
            asked = await asyncio.to_thread(servers.run, *command.split(), *named, came)
            assert (asked.returncode, victim in asked.stderr) == (18, True), asked.stderr
        alone = await asyncio.to_thread(partial(servers.run, "doctor", GRAPHMEM_SHARD=victim))
        assert (alone.returncode, "SHARD_UNAVAILABLE" in alone.stderr) == (18, True), alone.stderr
        moved = await asyncio.to_thread(servers.run, "owners", "move", there[0], victim)
        assert moved.returncode == 18, moved.stderr
        ready = httpx2.get(f"{address}/readyz", timeout=60)
        assert ready.status_code == 200
    finally:
        await asyncio.to_thread(servers.start, victim)

    async def back() -> bool:
        status, answer = await asyncio.to_thread(lost.ask, FOUND, query="the number of my locker")
        return status == 200 and bool(answer["data"]["recall"]["hits"])

    await until(back)
