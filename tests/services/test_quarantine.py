"""The quarantine: what tools and documents state about people waits for a review before any answer has it."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.review import Verdict
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.ingestion.quarantine import REASON
from graphmem.services.retrieval.options import RecallOptions

SAID = "Ayşe lives in Ankara and works as a nurse."
ASKED = "Where does Ayşe live?"
ALL = RecallOptions(min_confidence=0.0)
"""However unsure it is."""


async def on(memory: GraphMem, name: str) -> OwnedMemory:
    await memory.owner_settings.set(Owner.named(name), choices={"quarantine": "on"})
    return memory.owner(name)


async def recalled(memory: OwnedMemory) -> list[str]:
    return [hit.memory.id for hit in (await memory.recall(ASKED)).memories]


async def held(memory: GraphMem, owner: Owner) -> list[str]:
    return [one.id for one in (await memory.memories.quarantine.page(owner)).items]


async def test_a_tools_word_about_a_person_waits_and_is_released(memory: GraphMem, owner: str) -> None:
    ada = await on(memory, owner)
    told = await ada.learn(SAID, role=Role.TOOL, speaker="search")
    ids = [one.memory for one in told.statements if one.memory]
    assert ids
    assert {one.reason for one in told.statements} == {REASON}
    assert sorted(await held(memory, ada)) == sorted(ids)
    assert not set(await recalled(ada)) & set(ids)
    found = await ada.recall(ASKED, options=ALL)
    assert "Ankara" not in f"{found.context} {[hit.drawer.text for hit in found.hits]}", "nor its turn"
    assert not (await memory.entities.get(ada, "entity://person/ayse")).facts or all(
        fact.retracted_at for fact in (await memory.entities.get(ada, "entity://person/ayse")).facts
    )
    assert "Ankara" not in (await ada.activate("Visit Ayşe")).text
    for id_ in ids:
        assert await memory.memories.quarantine.decide(ada, id_[:12], Verdict.ACCEPT, by="tests") == id_
    assert not await held(memory, ada)
    assert set(ids) <= set(await recalled(ada))
    assert "Ankara" in (await ada.recall(ASKED, options=ALL)).context
    facts = (await memory.entities.get(ada, "entity://person/ayse")).facts
    assert [fact.object for fact in facts if fact.retracted_at is None and fact.predicate == "lives_in"] == ["Ankara"]
    with pytest.raises(InvalidInputError, match="does not wait for a review"):
        await memory.memories.quarantine.decide(ada, ids[0], Verdict.DISMISS, by="tests")


async def test_what_is_dismissed_does_not_come_back(memory: GraphMem, owner: str) -> None:
    ada = await on(memory, owner)
    told = await ada.learn(SAID, role=Role.TOOL, speaker="search")
    for one in told.statements:
        await memory.memories.quarantine.decide(ada, str(one.memory), Verdict.DISMISS, by="tests")
    assert not await held(memory, ada)
    await ada.learn(SAID, role=Role.TOOL, speaker="search")
    assert not await held(memory, ada)
    assert not await recalled(ada)
    assert (await ada.tombstones()).items


async def test_a_document_about_people_waits_and_what_is_about_things_does_not(memory: GraphMem, owner: str) -> None:
    ada = await on(memory, owner)
    text = "# Notes\n\nAyşe lives in Ankara and works as a nurse.\n\nThe gateway stands in the harbour of Bodrum.\n"
    await memory.mine_document("notes.md", text.encode(), owner=owner)
    waiting = (await memory.memories.quarantine.page(ada)).items
    assert waiting
    assert all("Ayşe" in one.text for one in waiting)
    live = [one.text for one in (await ada.memories()).items if one.retracted_at is None]
    assert any("gateway" in text for text in live)


async def test_what_people_say_and_an_owner_without_the_choice_are_not_held(memory: GraphMem, owner: str) -> None:
    ada = await on(memory, owner)
    await ada.observe(SAID, speaker="Ada")
    assert not await held(memory, ada)
    assert await recalled(ada)
    other = memory.owner(f"{owner} other")
    await other.learn(SAID, role=Role.TOOL, speaker="search")
    assert not await held(memory, other)
    with pytest.raises(InvalidInputError, match="quarantine is for all agents"):
        await memory.owner_settings.set(ada, choices={"quarantine": "on"}, agent="planner")


async def test_the_owner_by_name_is_a_person(memory: GraphMem, owner: str) -> None:
    ada = await on(memory, f"{owner} Zerrin")
    told = await ada.learn(f"The account of {ada.name} is overdrawn.", role=Role.TOOL, speaker="bank")
    assert {one.reason for one in told.statements} == {REASON}
    assert await held(memory, ada)


@pytest.mark.parametrize("said", ["Mert moved to Bursa.", "Mert no longer lives in Ankara, he lives in Bursa now."])
async def test_what_waits_ends_nothing_and_is_asked_about_once_it_is_accepted(
    memory: GraphMem, owner: str, said: str
) -> None:
    ada = memory.owner(owner)
    (known,) = (await ada.learn("Mert lives in Ankara.", role=Role.TOOL, speaker="search")).statements
    await on(memory, owner)
    told = (await ada.learn(said, role=Role.TOOL, speaker="search")).statements
    assert await held(memory, ada)
    assert (await memory.memories.get(ada, str(known.memory))).memory.valid_until is None

    async def lives_in() -> list[str]:
        facts = (await memory.entities.get(ada, "entity://person/mert")).facts
        current = [one for one in facts if one.retracted_at is None and one.valid_until is None]
        return [one.object for one in current if one.predicate == "lives_in"]

    assert await lives_in() == ["Ankara"]
    for one in told:
        await memory.memories.quarantine.decide(ada, str(one.memory), Verdict.ACCEPT, by="tests")
    (asked,) = (await memory.reviews.page(ada)).items
    assert (asked.older.id, asked.newer.id) == (known.memory, told[0].memory)
    await memory.reviews.decide(ada, asked.id, Verdict.ACCEPT, by="tests")
    assert (await memory.memories.get(ada, str(known.memory))).memory.valid_until is not None
    assert await lives_in() == ["Bursa"]
