"""Owners on two databases through the library and the API: each is whole in one, and who moves loses nothing."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from graphmem.config import Settings
from graphmem.databases import Databases, mend, move, moving
from graphmem.databases.router import chosen
from graphmem.errors import InvalidInputError, NotFoundError, OwnerMovedError
from graphmem.model.access import Scope
from graphmem.model.palace import Owner
from graphmem.store import places, tenants
from tests.api.conftest import Client, client_of
from tests.support import two_databases
from tests.support.two_databases import NAMES
from tests.support.waiting import until

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
LEARN = "mutation($t: String!) { learn(input: {text: $t}) { __typename ... on Problem { code } } }"
FOUND = '{ recall(query: "What is the number of my locker?") { ... on Recollection { memories { memory { text } } } } }'


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {name: str(tmp_path_factory.mktemp(name)) for name in NAMES}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def databases(homes: dict[str, str], settings: Settings) -> AsyncIterator[Databases]:
    async with two_databases.opened(homes, settings) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "NOTICED_SECONDS", 0.2)


async def whereabouts(databases: Databases, owner: Owner) -> list[str]:
    """The databases that hold anything of the owner."""
    held = {name: await tenants.counts(one.database, owner) for name, one in databases.memories.items()}
    return [name for name, counts in held.items() if counts.drawers or counts.remembered]


async def asked(client: Client, key: str) -> list[str]:
    client.key = key
    found = (await client.data(FOUND))["recall"]["memories"]
    return [one["memory"]["text"] for one in found]


async def key_of(databases: Databases, owner: Owner) -> str:
    memory = await databases.memory_for(owner)
    return (await memory.keys.issue(owner, "test", scopes=frozenset(Scope))).secret


async def at_least(kept: list[int], count: int) -> bool:
    return kept[0] >= count


async def mended(databases: Databases, owner: Owner) -> bool:
    return owner.key in {one.key for one in await mend(databases)}


async def settled(databases: Databases, owner: Owner) -> bool:
    place = await places.place_of(databases.directory, owner)
    return place is not None and place.moving_to is None and place.leaving is None


async def test_owners_are_spread_and_each_is_whole_in_one(databases: Databases, owner: str) -> None:
    where = {}
    async with client_of(databases, local=False) as client:  # type: ignore[arg-type]
        for number in range(16):
            name = f"{owner} {number}"
            ada = await databases.owner(name)
            await ada.learn(f"My locker has the number {number + 1000}.")
            (where[name],) = await whereabouts(databases, ada)
            assert where[name] == await databases.place_of(ada) == chosen(ada.key, NAMES)
            assert any(str(number + 1000) in text for text in await asked(client, await key_of(databases, ada)))
    assert set(where.values()) == set(NAMES)


async def test_who_moves_under_load_loses_nothing_and_keeps_the_key(databases: Databases, owner: str) -> None:
    ada = await databases.owner(owner)
    await ada.learn("My locker has the number 1007.")
    key = await key_of(databases, ada)
    source = await databases.place_of(ada)
    target = next(name for name in NAMES if name != source)
    kept, codes, done = [0], set[str](), asyncio.Event()

    async def write(client: Client) -> None:
        while not done.is_set():
            answer = await client.ask(LEARN, t=f"My boat number {kept[0]} is called Meltem{kept[0]}.")
            told = (answer.get("data") or {}).get("learn") or {}
            if told.get("__typename") == "Observation":
                kept[0] += 1
            else:
                codes.add(told.get("code") or answer["errors"][0]["extensions"]["code"])
                await asyncio.sleep(0.05)

    async with client_of(databases, local=False) as client:  # type: ignore[arg-type]
        client.key = key
        writing = asyncio.create_task(write(client))
        await until(lambda: at_least(kept, 3))
        try:
            moved = await move(databases, ada, target)
        except BaseException:
            done.set()
            await writing
            raise
        enough = kept[0] + 3
        await until(lambda: at_least(kept, enough))
        done.set()
        await writing
        assert any("1007" in text for text in await asked(client, key))
    assert (moved.source, moved.target, await whereabouts(databases, ada)) == (source, target, [target])
    assert moved.carried >= 1
    assert codes <= {"OWNER_MOVED"}
    with pytest.raises(OwnerMovedError, match=target):  # on its way since before the old database was cleared
        await databases.memories[source].observer.learn(ada, "My boat is for sale.")
    texts = await _said(databases, owner)
    assert {f"My boat number {number} is called Meltem{number}." for number in range(kept[0])} <= texts
    assert await settled(databases, ada)
    back = await move(databases, ada, source)
    assert (back.source, await whereabouts(databases, ada)) == (target, [source])
    chain = await (await databases.memory_for(ada)).audit.verify(ada)
    assert (chain.broken, chain.anchor.number) == (None, 0)
    assert chain.count > 3


async def _said(databases: Databases, owner: str) -> set[str]:
    ada = await databases.owner(owner)
    memory = await databases.memory_for(ada)
    page = await memory.memories.page(ada, first=100)
    return {one.text.removeprefix("User: ") for one in page.items}


@pytest.mark.parametrize("step", ["exporting", "waiting until every process knows"])
async def test_a_move_that_is_killed_is_taken_up(
    databases: Databases, homes: dict[str, str], owner: str, settings: Settings, step: str
) -> None:
    """Killed before the flip the owner stays, after it the owner is at the target; whole and once in both cases."""
    ada = await databases.owner(owner)
    await ada.learn("My locker has the number 1009.")
    source = await databases.place_of(ada)
    target = next(name for name in NAMES if name != source)
    environment = os.environ | {"GRAPHMEM_ARTIFACTS": str(settings.artifacts_dir), "GRAPHMEM_HOME": homes[source]}
    command = [sys.executable, "-m", "tests.support.two_databases", json.dumps(homes), owner, target]
    with subprocess.Popen(  # noqa: ASYNC220  lines are read beside the loop
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        while True:
            line = await asyncio.to_thread(process.stdout.readline)
            assert line, "it ended before it was killed"
            if line.strip() == step:
                process.kill()
                break
    databases.forget(ada)
    here = source if step == "exporting" else target
    assert await databases.place_of(ada) == here
    assert not await settled(databases, ada)
    if step == "exporting":
        with pytest.raises(OwnerMovedError):
            await (await databases.owner(owner)).learn("Nothing is written meanwhile.")
    await until(lambda: mended(databases, ada))  # once the server has noticed that its client is gone
    assert await settled(databases, ada)
    assert await whereabouts(databases, ada) == [here]
    await (await databases.owner(owner)).learn("My bicycle is green.")
    assert {"My locker has the number 1009.", "My bicycle is green."} <= await _said(databases, owner)


async def test_an_erased_owner_does_not_come_back_by_a_move(
    databases: Databases, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await databases.owner(owner)
    await ada.learn("My locker has the number 1011.")
    source = await databases.place_of(ada)
    target = next(name for name in NAMES if name != source)
    began = asyncio.Event()
    moved = asyncio.create_task(move(databases, ada, target, progress=lambda *_: began.set()))
    await began.wait()
    with pytest.raises(OwnerMovedError):
        await databases.memories[source].erase(owner=owner)
    # An erasure that began before the move did, and goes on beside it.
    await tenants.erase(databases.memories[source].database, Owner.named(owner))
    with pytest.raises((NotFoundError, InvalidInputError)):
        await moved
    assert await whereabouts(databases, ada) == []
    await (await databases.memory_for(ada)).erase(owner=owner)
    assert await places.place_of(databases.directory, ada) is None


async def test_bad_input_is_named(databases: Databases, owner: str) -> None:
    ada = await databases.owner(owner)
    with pytest.raises(InvalidInputError, match="memory0, memory1"):
        await move(databases, ada, "memory7")
    with pytest.raises(NotFoundError):
        await move(databases, Owner.named(f"{owner} nobody"), NAMES[0])
    here = await databases.place_of(ada)
    assert (await move(databases, ada, here)).source == here, "nothing was to be done"
