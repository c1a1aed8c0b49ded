"""A number with a full stop says which one, in Turkish, where it begins a sentence and no list."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2. salon mayısta boyandı, rengi mavi.", "3. salon mayısta boyandı, rengi mavi."),
        ("3. katta Ayşe Hanım oturuyor.", "4. katta Ayşe Hanım oturuyor."),
    ],
)
async def test_the_second_hall_is_not_the_third(memory: GraphMem, tenant: Owner, first: str, second: str) -> None:
    ada = memory.owner(tenant.name)
    await ada.observe(first, speaker="Ada")
    seen = await ada.observe(second, speaker="Ada")
    assert GateAction.REINFORCE not in [one.action for one in seen.statements]
    kept = [one.memory.text for one in (await ada.recall(second, limit=5)).memories]
    assert any(first[:7] in text for text in kept)
    assert any(second[:7] in text for text in kept)


async def test_a_list_keeps_no_numbers(memory: GraphMem, tenant: Owner) -> None:
    seen = await memory.owner(tenant.name).observe("Bu hafta:\n1. salonu boyadık.\n2. kombiyi değiştirdik.")
    assert seen.statements
    assert not any(character.isdigit() for one in seen.statements for character in one.text)
