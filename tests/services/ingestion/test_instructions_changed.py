"""Of two instructions that cannot both be followed the newer one stands."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner
from tests.services.ingestion.test_observe import actions, say


@pytest.mark.parametrize(
    ("before", "text", "stands", "over"),
    [
        ("Always answer in English.", "From now on answer in Spanish.", "Spanish", "English"),
        ("Her zaman Türkçe cevap ver.", "Bundan sonra İngilizce cevap ver.", "İngilizce", "Türkçe"),
        ("Always answer in English.", "Answer in Spanish, not in English.", "in Spanish", "Always answer in English"),
        ("Use tabs for indentation.", "Use 4 spaces for indentation from now on, not tabs.", "4 spaces", "Use tabs"),
    ],
)
async def test_the_newer_instruction_stands_alone(
    memory: GraphMem, tenant: Owner, before: str, text: str, stands: str, over: str
) -> None:
    await say(memory, tenant, before)
    assert GateAction.SUPERSEDE in actions(await say(memory, tenant, text))
    standing = (await memory.activator.activate(tenant)).text
    assert stands in standing
    assert over not in standing


@pytest.mark.parametrize(
    "text",
    [
        "Answer in Spanish when I write in Spanish.",
        "Write commit messages in German.",
        "Answer in English, even if I write in German.",
        "I speak Spanish.",
    ],
)
async def test_what_holds_beside_it_ends_nothing(memory: GraphMem, tenant: Owner, text: str) -> None:
    await say(memory, tenant, "Always answer in English.")
    assert GateAction.SUPERSEDE not in actions(await say(memory, tenant, text))
    assert "Always answer in English" in (await memory.activator.activate(tenant)).text
