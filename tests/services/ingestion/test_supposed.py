"""What is only thought of, wished for or made up ends nothing."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner
from tests.services.ingestion.test_observe import actions, say

BERGEN, OTURUYORUM = "I live in Bergen.", "Bergen'de oturuyorum."


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (BERGEN, "I think I might move to Spain, maybe."),
        (BERGEN, "We are thinking about moving to Oslo."),
        (BERGEN, "I want to live in Paris."),
        (BERGEN, "In the novel I'm writing, I live in Paris."),
        (BERGEN, "If I lived in Oslo I would take the tram."),
        ("I work at Equinor.", "I would love to work at Statkraft one day."),
        (BERGEN, "One day I'll live in Paris."),
        (OTURUYORUM, "Belki İspanya'ya taşınırım."),
        (OTURUYORUM, "Oslo'da oturmak istiyorum."),
        (OTURUYORUM, "Teklif kabul edilirse Oslo'ya taşınacağız."),
    ],
)
async def test_a_supposition_ends_nothing(memory: GraphMem, tenant: Owner, before: str, text: str) -> None:
    await say(memory, tenant, before)
    assert GateAction.SUPERSEDE not in actions(await say(memory, tenant, text))
    assert before in " ".join(one.text for one in (await memory.memories.page(tenant, first=5)).items)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (BERGEN, "I moved to Oslo."),
        (BERGEN, "I moved to Oslo, maybe for good."),
        (BERGEN, "I live in Oslo now, though I would love to have stayed."),
        (OTURUYORUM, "Oslo'ya taşındım, belki temelli."),
    ],
)
async def test_what_is_so_ends_what_was(memory: GraphMem, tenant: Owner, before: str, text: str) -> None:
    await say(memory, tenant, before)
    assert GateAction.SUPERSEDE in actions(await say(memory, tenant, text))
