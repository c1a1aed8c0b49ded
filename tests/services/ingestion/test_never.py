"""Who says that something never was denies what was told, and changes nothing: both stay, and somebody is asked."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner

DENIED = [
    ("I prefer to start with coin toss problems.", "I've never completed any coin toss problems before."),
    ("I downloaded Zotero to manage my references.", "I've never used any citation software, like Zotero."),
]


@pytest.mark.parametrize(("old", "new"), DENIED)
async def test_what_never_was_closes_nothing(memory: GraphMem, tenant: Owner, old: str, new: str) -> None:
    await memory.observer.learn(tenant, old)
    seen = await memory.observer.learn(tenant, new)
    assert [statement.action for statement in seen.statements] == [GateAction.CREATE]
    assert {one.text for one in (await memory.memories.page(tenant, first=5)).items} == {f"User: {old}", f"User: {new}"}


async def test_what_is_never_done_from_now_on_does(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.learn(tenant, "I drink coffee every morning.")
    seen = await memory.observer.learn(tenant, "I never drink coffee anymore.")
    assert [statement.action for statement in seen.statements] == [GateAction.SUPERSEDE]
