"""An owner on the way between two servers: read, not written, and nobody else is kept waiting for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from graphmem.errors import InvalidInputError, OwnerMovedError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.schedules import Schedules
from graphmem.services.sessions import IDLE
from graphmem.store import shards, tenants
from tests.cli.conftest import _commands, environment, graphmem

__all__ = ["_commands", "environment"]  # fixtures

SAID = "My locker at the pool has the number 1007."


@pytest_asyncio.fixture(loop_scope="session")
async def moving(memory: GraphMem, owner: str) -> AsyncIterator[Owner]:
    """An owner with a session, whose move has begun."""
    tenant = memory.owner(owner)
    session = await memory.sessions.start(tenant)
    await tenant.observe(SAID, speaker="Ada", session=session)
    assert await shards.begin(memory.database, tenant, "elsewhere") == "elsewhere"
    yield tenant
    await memory.erase(owner=owner)


async def test_nothing_is_written_and_everything_read(memory: GraphMem, moving: Owner) -> None:
    ada = memory.owner(moving.name)
    for writing in (
        ada.observe("I moved to Lisbon in May.", speaker="Ada"),
        ada.learn("Never push to main."),
        memory.keys.issue(ada, "late"),
        memory.sessions.start(ada),
    ):
        with pytest.raises(OwnerMovedError, match="moves to elsewhere"):
            await writing
    assert [hit.drawer.text for hit in (await ada.recall("the number of my locker")).hits] == [SAID]
    await shards.give_up(memory.database, moving)
    assert (await ada.observe("I moved to Lisbon in May.", speaker="Ada")).kept


async def test_a_key_is_not_taken_back_where_that_would_be_lost(memory: GraphMem, owner: str) -> None:
    tenant = Owner.named(owner)
    issued = await memory.keys.issue(tenant, "one")
    await shards.begin(memory.database, tenant, "elsewhere")
    with pytest.raises(OwnerMovedError):
        await memory.keys.revoke(tenant, "one")
    assert await memory.keys.owner_of(issued.secret) == tenant
    await memory.erase(owner=owner)


async def test_a_move_that_was_begun_holds_up_nobody_else(
    memory: GraphMem, moving: Owner, settings_schedules: Schedules, owner: str
) -> None:
    other = memory.owner(f"{owner}-other")
    await other.observe("My dentist is called Selin.", speaker="Ada")
    later = datetime.now(UTC) + IDLE + timedelta(minutes=1)
    await memory.sessions.end_idle(later)
    assert [one.state for one in await memory.sessions.all(moving)] == ["active"]
    await memory.summaries.refresh_all()
    await settings_schedules.make_defaults()
    assert await settings_schedules.all(other)
    assert not await settings_schedules.all(moving)
    await memory.erase(owner=other.name)


async def test_who_went_does_not_look_empty(
    memory: GraphMem, moving: Owner, environment: dict[str, str], tmp_path: Path
) -> None:
    await shards.leave(memory.database, moving, "elsewhere")
    ada = memory.owner(moving.name)
    assert [hit.drawer.text for hit in (await ada.recall("the number of my locker")).hits] == [SAID], (
        "till it is removed"
    )
    await tenants.erase(memory.database, moving)
    for asking in (
        ada.recall("the number of my locker"),
        ada.context_for([{"role": "user", "content": "What is the number of my locker?"}]),
        ada.why("Why do I have a locker?"),
        ada.memories(),
        ada.stats(),
        memory.keys.issued(ada),
        memory.audit.page(ada),
        ada.export(tmp_path / "ada.zip"),
        memory.erase(owner=moving.name),
    ):
        with pytest.raises(OwnerMovedError, match="has moved to elsewhere"):
            await asking
    assert not (tmp_path / "ada.zip").exists()
    for command in (
        "recall locker",
        "stats",
        "tombstones",
        "entities",
        "audit",
        f"export {tmp_path / 'ada.zip'}",
        "due",
    ):
        ended = graphmem(environment, *command.split())
        assert (ended.returncode, "has moved to elsewhere" in ended.stderr) == (17, True), ended.stderr
    assert graphmem(environment, "keys", "list", moving.name).returncode == 17
    assert graphmem(environment, "erase", moving.name, "--yes").returncode == 17
    assert graphmem(environment, "health").returncode == 0
    # It comes back.
    await shards.arrive(memory.database, moving, "elsewhere")
    await shards.settle(memory.database, moving)
    assert (await memory.owner(moving.name).observe(SAID, speaker="Ada")).kept


@pytest.fixture
def settings_schedules(memory: GraphMem) -> Schedules:
    """Those of a server whose owners dream every night."""
    return Schedules(memory.database, memory.dreams, lambda: None)


async def test_who_went_is_refused_for_good_and_one_process_moves_an_owner(memory: GraphMem, moving: Owner) -> None:
    await shards.leave(memory.database, moving, "elsewhere")
    await tenants.erase(memory.database, moving)
    place = await shards.place(memory.database, moving)
    assert (place.lives, place.moved_to, place.data) == (False, "elsewhere", False)
    assert await shards.begin(memory.database, moving, "a third one") is None
    with pytest.raises(OwnerMovedError, match="has moved to elsewhere") as refused:
        await memory.owner(moving.name).observe(SAID, speaker="Ada")
    assert "Ask elsewhere" in refused.value.remedy
    async with shards.alone(memory.database, moving):
        with pytest.raises(InvalidInputError, match="is being moved by another process"):
            async with shards.alone(memory.database, moving):
                pass
    async with shards.alone(memory.database, moving):
        await shards.arrive(memory.database, moving, "elsewhere")
        await shards.settle(memory.database, moving)
    assert (await memory.owner(moving.name).observe(SAID, speaker="Ada")).kept
