"""A clock that goes back: what is said last is the newest all the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.support import clocks

Tell = Callable[[GraphMem, Owner, str], Awaitable[object]]

TELLINGS: dict[str, Tell] = {
    "observed": lambda memory, owner, text: memory.observer.observe(owner, text, speaker="Ada"),
    "learnt": lambda memory, owner, text: memory.observer.learn(owner, text, speaker="Ada"),
    "mined": lambda memory, owner, text: memory.mine_turns(text, [{"text": text, "speaker": "Ada"}], owner=owner),
}


@pytest.mark.parametrize("tell", TELLINGS.values(), ids=TELLINGS)
async def test_what_is_said_after_the_clock_went_back_is_the_newest(
    memory: GraphMem, tenant: Owner, tell: Tell
) -> None:
    for boxes in ("70 boxes in the warehouse.", "90 boxes in the warehouse now.", "95 boxes in the warehouse now."):
        await tell(memory, tenant, f"I have {boxes}")
        live = await memory.memories.page(tenant, live=True, first=10)
        assert [item.text for item in live.items] == [f"Ada: I have {boxes}"]
        if "70" in boxes:
            await clocks.goes_back(memory, tenant)
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_what_was_said_long_ago_is_told_late_all_the_same(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "I have 70 boxes in the warehouse.", speaker="Ada")
    await clocks.goes_back(memory, tenant)
    ago = datetime.now(UTC) - timedelta(days=30)
    await memory.observer.observe(tenant, "I have 90 boxes in the warehouse now.", speaker="Ada", said_at=ago)
    live = await memory.memories.page(tenant, live=True, first=10)
    assert "Ada: I have 70 boxes in the warehouse." in [item.text for item in live.items if item.valid_until is None]


async def test_facts_follow_what_was_said_last(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "I moved to Izmir.", speaker="Ada")
    await clocks.goes_back(memory, tenant)
    await memory.observer.observe(tenant, "I moved to Bursa.", speaker="Ada")
    ada = await memory.entities.get(tenant, "entity://person/ada")
    assert [fact.object for fact in ada.facts if fact.valid_until is None and fact.retracted_at is None] == ["Bursa"]
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []
