"""Erasure against requests that are on their way: nothing comes back after "erased", and the name may be used again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.job import JobKind
from graphmem.model.palace import Owner
from graphmem.model.usage import MEMORY_EMBED, DailyUsage, Usage
from graphmem.services.jobs import Worker
from graphmem.store import queries, tenants, usage
from graphmem.store.database import Database
from tests.api.conftest import MINE, Client, client_of
from tests.api.test_background import LATER, SAY, TURNS
from tests.api.test_observe import LEARN, OBSERVE
from tests.api.test_owner import ERASE
from tests.api.test_sessions import START

_LEFT = """// What is left of an owner.
// mode: read
// params: owner
// returns: left
MATCH (n) WHERE n.owner = $owner OR (n.key = $owner AND n.name IS NOT NULL) RETURN collect(labels(n)) AS left
"""


async def left(database: Database, owner: Owner) -> list[list[str]]:
    rows = await database.run(queries.parse("left", _LEFT), owner=owner.key)
    return [list(labels) for labels in rows[0]["left"]]


async def test_nothing_comes_back_after_erased(own: GraphMem, owner: str) -> None:
    tenant = Owner.named(owner)
    async with client_of(own) as client:
        await client.data(START, id="chat-1")
        await client.data(OBSERVE, input={"text": "Ayşe lives in Ankara and works as a nurse."})
        fresh = asyncio.Event()

        async def goes_on(number: int) -> None:
            """Until it is known to be erased; what is under way then must write nothing afterwards."""
            while not fresh.is_set():
                said = {"text": f"Kerem bought {number} red bricks.", "idempotencyKey": f"{number}"}
                await asyncio.gather(
                    client.ask(OBSERVE, input=said),
                    client.ask(LEARN, input={"text": f"Deploy number {number} goes out on Tuesdays."}),
                    client.ask(SAY, input={"text": "I prefer tea.", "session": "chat-1"}),
                    client.ask(MINE, input={"title": f"Ada {number}", "turns": TURNS, "idempotencyKey": f"m{number}"}),
                    client.ask(LATER, input={"title": f"Ada {number}", "turns": TURNS}),
                    client.ask(START, id=f"chat-{number}"),
                )

        senders = [asyncio.create_task(goes_on(number)) for number in range(5)]
        await asyncio.sleep(1.0)
        fresh.set()  # no request begins after the erasure, and thirty are under way
        assert (await client.data(ERASE, confirm=owner))["eraseOwner"]["nodes"] > 0
        await asyncio.gather(*senders)
        assert await left(own.database, tenant) == []

        again = (await client.data(OBSERVE, input={"text": "I prefer aisle seats."}))["observe"]
        assert again["pointer"] == "§ W-001/R-01/D-001"
        assert (await client.data("{ health { drawers } }"))["health"] == {"drawers": 1}


Work = Callable[[GraphMem, Owner], Awaitable[Any]]
LATE: dict[str, Work] = {
    "observe": lambda memory, owner: memory.observer.observe(owner, "I prefer tea."),
    "a session": lambda memory, owner: memory.sessions.start(owner),
    "a job": lambda memory, owner: memory.jobs.enqueue(owner, JobKind.BACKFILL, {}),
    "usage": lambda memory, owner: usage.add(
        memory.database, owner, [DailyUsage(owner.asked_at.date(), Usage(MEMORY_EMBED, "tiny", calls=1))]
    ),
}


@pytest.mark.parametrize("what", LATE)
async def test_what_was_asked_for_before_is_refused_and_said_so(own: GraphMem, tenant: Owner, what: str) -> None:
    await own.erase(owner=tenant.name)
    with pytest.raises(InvalidInputError, match="was erased while this was on its way") as caught:
        await LATE[what](own, tenant)
    assert caught.value.field == "owner"
    assert await left(own.database, tenant) == []
    await LATE[what](own, Owner.named(tenant.name))


async def test_a_job_under_way_writes_nothing_after_its_owner_was_erased(own: GraphMem, tenant: Owner) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    ended: list[BaseException] = []

    async def mine(owner: Owner, _payload: dict[str, Any], _progress: object) -> None:
        begun.set()
        await go_on.wait()
        try:
            await own.observer.observe(owner, "I prefer tea.")
        except InvalidInputError as error:
            ended.append(error)

    await own.jobs.enqueue(tenant, JobKind.MINE, {})
    work = asyncio.create_task(Worker(own.database, {JobKind.MINE: mine}).drain())
    await asyncio.wait_for(begun.wait(), 60)
    await own.erase(owner=tenant.name)
    go_on.set()
    await work
    assert len(ended) == 1
    assert await left(own.database, tenant) == []


async def test_a_day_later_nothing_tells_that_there_was_anybody(
    own: GraphMem, tenant: Owner, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    await client.data(OBSERVE, input={"text": "I prefer tea."})
    await own.ledger.flush()  # what is on its way for a second is refused for a day, of which nothing is left here
    await own.erase(owner=tenant.name)
    monkeypatch.setattr(tenants, "ERASED_HOURS", 0)
    assert await tenants.prune_erased(own.database) >= 1
    gone = queries.parse("gone", _LEFT.replace(" AND n.name IS NOT NULL", ""))
    assert (await own.database.run(gone, owner=tenant.key))[0]["left"] == []
