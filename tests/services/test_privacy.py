"""What a secret leaves behind: the verbatim turn has it, nothing that was made of the turn does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.palace import Actor, Owner
from graphmem.model.privacy import Handling, PrivacyClass
from graphmem.services.ops_log import OpsLog
from graphmem.services.owner_settings import forget

SECRET, CARD = "Kx7-plum-Tree9", "4111 1111 1111 1111"
SAID = (
    f"I moved to Izmir in May and my wifi password is {SECRET}.",
    f"Elif works at Vestel in Manisa and pays everything with her card {CARD}.",
)
_ELSEWHERE = """MATCH (n) WHERE n.owner = $owner AND NOT n:Drawer RETURN labels(n) AS kind, properties(n) AS held
UNION ALL MATCH (n:Drawer {owner: $owner}) RETURN labels(n) AS kind, n {.*, text: ''} AS held
UNION ALL MATCH (n {owner: $owner})-[e]->() RETURN [type(e)] AS kind, properties(e) AS held"""


async def derived(memory: GraphMem, owner: Owner) -> str:
    """Everything that the graph holds of an owner besides the words of the turns."""
    found = await memory.database.driver.execute_query(_ELSEWHERE, owner=owner.key)
    told: list[Any] = [[record["kind"], record["held"]] for record in found.records]
    return json.dumps(told, default=str, ensure_ascii=False)


async def test_nothing_derived_carries_a_secret_and_the_turn_keeps_it(
    memory: GraphMem, owner: str, tmp_path: Path
) -> None:
    logged = GraphMem(
        memory.settings, memory.database, memory.embedder, memory.usage, ops_log=OpsLog(tmp_path / "ops.jsonl")
    )
    ada = logged.owner(owner)
    for text in SAID:
        await ada.observe(text, speaker="Ada")
    await ada.mine("Moving", [{"speaker": "Ada", "text": f"By the way, the password is {SECRET}!"}])
    await ada.episode(f"The router was reset with the password {SECRET}.", outcome="It works.")
    await ada.procedure("Pay", [f"Use the card {CARD}.", "Keep the slip."])
    told = await derived(logged, ada)
    assert "Izmir" in told
    assert SECRET not in told
    assert CARD not in told
    assert SECRET in (await ada.drawer("W-001/R-01/D-001")).drawer.text
    found = await ada.recall("What is my wifi password, and where did I move?")
    assert "Izmir" in found.context
    assert SECRET not in found.context
    assert any(SECRET in hit.drawer.text for hit in found.hits), "what was said is there, word for word"
    assert SECRET not in (await ada.activate("router")).text
    logged.ops_log.close()
    assert SECRET not in (tmp_path / "ops.jsonl").read_text("utf-8")
    await memory.erase(owner=owner)


@pytest.mark.parametrize("secret", ["Tr0ub4dor&3plum", "ab<Quokka77!x", "x&Wombat99zz", "hunter'Kiwi22"])
async def test_no_sign_of_a_secret_stays_in_a_block(memory: GraphMem, tenant: Owner, secret: str) -> None:
    """What is made inert is changed; what is to be covered is found before."""
    await memory.observer.observe(
        tenant, f"I moved to Izmir. The wifi password: {secret} is on the router.", speaker="Ada"
    )
    text = (await memory.recall("What is my wifi password in Izmir?", owner=tenant.name)).context
    assert "wifi password" in text
    shown = text.partition("password: ")[2].partition(" ")[0]
    assert set(shown) <= set("[secret]•"), shown


async def test_an_owner_says_what_is_kept_and_what_is_refused(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    settings = memory.owner_settings
    assert (await settings.get(ada)).version == 0
    policy = {PrivacyClass.CARD: Handling.REFUSE, PrivacyClass.EMAIL: Handling.MASK, PrivacyClass.SECRET: Handling.KEEP}
    assert (await settings.set(ada, privacy=policy)).version == 1
    with pytest.raises(InvalidInputError, match="class card") as refused:
        await ada.observe(SAID[1], speaker="Ada")
    assert CARD not in str(refused.value)
    mined = await ada.mine("Cards", [{"speaker": "Ada", "text": text} for text in SAID])
    assert mined.filed == 1
    assert any("1 turns" in note for note in mined.notes)
    await ada.observe("Elif lives in Manisa and writes from elif@example.org.", speaker="Ada")
    told = await derived(memory, ada)
    assert "elif@example.org" not in told
    assert SECRET in told
    assert CARD not in told
    with pytest.raises(InvalidInputError, match="version 1"):
        await settings.set(ada, recall_off=["scribe"], version=0)
    forget(memory.database, ada)  # as another process that looks again
    assert (await settings.set(ada, recall_off=["scribe"], version=1)).privacy.of(PrivacyClass.CARD) is Handling.REFUSE
    scribe = memory.owner(Owner.named(owner, Actor("mcp", "gm_0123456789", "scribe")))
    asked = await scribe.recall("Where does Elif live?")
    assert (asked.context, asked.memories) == ("", ())
    assert any("recall is off" in note for note in asked.notes)
    assert (await ada.recall("Where does Elif live?")).memories
    await memory.erase(owner=owner)
    assert (await settings.get(Owner.named(owner))).version == 0
