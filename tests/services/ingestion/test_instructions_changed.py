"""Of two instructions that cannot both be followed the newer one stands."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner
from tests.services.ingestion.test_observe import actions, say
from tests.services.retrieval.test_hot_tier import prove


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


@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        ("Please answer in short sentences.", "You do not have to answer in short sentences any more."),
        ("Lütfen cevaplarını kısa tut.", "Cevaplarını artık kısa tutmana gerek yok."),
    ],
)
async def test_what_may_have_lifted_a_rule_stands_beside_it(
    memory: GraphMem, tenant: Owner, rule: str, lifting: str
) -> None:
    """Until somebody decides: in a standing context, and in every block once the rule is hot."""
    held = (await memory.observer.observe(tenant, rule)).statements[0]
    (seen,) = (await memory.observer.observe(tenant, lifting)).statements
    lines = (await memory.activator.activate(tenant)).text.splitlines()
    if seen.action is GateAction.SUPERSEDE:
        assert not any(rule in line for line in lines)
        return
    (place,) = (number for number, line in enumerate(lines) if f"{rule} (" in line)
    assert lifting in lines[place + 1]
    assert f"said later, may change “{rule}”" in lines[place + 1]
    assert held.memory is not None
    await prove(memory, tenant, held.memory, tier="semantic", utility=0.9, uses=12)
    block = (await memory.recall("Which boat is red?", owner=tenant.name)).context
    assert rule in block
    assert lifting in block
    await memory.erase(owner=tenant.name)
