"""A person's hands on one memory: both clocks right, mined again it stays so, and everything can be taken back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.services.retrieval.options import RecallOptions
from tests.services.test_tombstones import DAY, HOME, texts, told

SAID = "Ada: I live in Berlin."


async def told_once(memory: GraphMem, owner: Owner) -> str:
    await memory.mine(told("chat", HOME, "My sister Clara lives in Lisbon."), owner=owner.name)
    page = await memory.memories.page(owner, first=10)
    (found,) = [one.id for one in page.items if one.text == SAID]
    return found


async def healthy(memory: GraphMem) -> bool:
    return not [finding for finding in await memory.doctor() if finding.count and finding.grave]


async def homes(memory: GraphMem, owner: Owner) -> list[str]:
    ada = await memory.entities.get(owner, "entity://person/ada")
    open_ = [fact for fact in ada.facts if fact.retracted_at is None and fact.valid_until is None]
    return [fact.object for fact in open_ if fact.predicate == "lives_in"]


async def test_an_edit_takes_the_place_and_mining_does_not_undo_it(memory: GraphMem, tenant: Owner) -> None:
    id_ = await told_once(memory, tenant)
    before = datetime.now(UTC)
    view = await memory.amendments.edit(tenant, id_[:10], "I live in Bern.")
    assert (view.memory.text, view.memory.valid_from) == ("Ada: I live in Bern.", DAY)
    assert [(link.type, link.id) for link in view.relations if link.type == RelationType.SUPERSEDES] == [
        (RelationType.SUPERSEDES, id_)
    ]
    assert await homes(memory, tenant) == ["Bern"]
    for key in ("chat", "copy"):
        await memory.mine(told(key, HOME, "My sister Clara lives in Lisbon."), owner=tenant.name)
    assert [text for text in await texts(memory, tenant) if "Ber" in text] == ["Ada: I live in Bern."]
    known = await memory.memories.page(tenant, as_of=AsOf(known_at=before), first=10)
    assert SAID in [one.text for one in known.items]
    assert (await memory.amendments.edit(tenant, view.memory.id, "I live in Bern.")).memory.id == view.memory.id
    assert await healthy(memory)


async def test_an_edit_that_says_more_bars_nothing_that_it_still_says(memory: GraphMem, tenant: Owner) -> None:
    id_ = await told_once(memory, tenant)
    await memory.amendments.edit(tenant, id_, "I live in Berlin, Kreuzberg.")
    report = await memory.mine(told("tr", "Ben Berlin'de yaşıyorum."), owner=tenant.name)
    assert report.notes == ()
    assert "Berlin" in await homes(memory, tenant)


async def test_what_was_invalidated_or_edited_is_restored(memory: GraphMem, tenant: Owner) -> None:
    id_ = await told_once(memory, tenant)
    gone = await memory.amendments.invalidate(tenant, id_, "I only visited.")
    assert gone.memory.retracted_at is not None
    assert await homes(memory, tenant) == []
    between = datetime.now(UTC)
    back = await memory.amendments.restore(tenant, id_)
    assert back.memory.retracted_at is None
    assert await homes(memory, tenant) == ["Berlin"]
    known = await memory.memories.page(tenant, as_of=AsOf(known_at=between), first=10)
    assert SAID not in [one.text for one in known.items]
    edited = await memory.amendments.edit(tenant, id_, "I live in Bern.")
    await memory.amendments.restore(tenant, id_)
    assert [text for text in await texts(memory, tenant) if "Ber" in text] == [SAID]
    assert await homes(memory, tenant) == ["Berlin"]
    assert (await memory.memories.get(tenant, edited.memory.id)).memory.retracted_at is not None
    assert await healthy(memory)


async def test_what_changed_meanwhile_and_what_cannot_be_is_refused(memory: GraphMem, tenant: Owner) -> None:
    id_ = await told_once(memory, tenant)
    hands = memory.amendments
    with pytest.raises(InvalidInputError, match="after you looked") as changed:
        await hands.edit(tenant, id_, "I live in Bern.", seen=DAY)
    assert changed.value.field == "seen"
    seen = (await memory.memories.get(tenant, id_)).memory.recorded_at
    with pytest.raises(InvalidInputError, match="0 characters"):
        await hands.edit(tenant, id_, "  ", seen=seen)
    with pytest.raises(InvalidInputError, match="is believed"):
        await hands.restore(tenant, id_)
    await memory.memories.set_immutable(tenant, id_)
    with pytest.raises(InvalidInputError, match="immutable"):
        await hands.invalidate(tenant, id_)
    await memory.memories.set_immutable(tenant, id_, immutable=False)
    for other in (Owner.named(f"{tenant.name}-other"), tenant):
        with pytest.raises(NotFoundError):
            await hands.invalidate(other, id_ if other is not tenant else "0" * 32)
    await memory.memories.forget(tenant, id_)
    with pytest.raises(InvalidInputError, match="forgotten"):
        await hands.restore(tenant, id_)
    assert await healthy(memory)


@pytest.mark.parametrize("speaker", ["Ada", None])
async def test_what_a_person_edited_is_told_in_blocks(memory: GraphMem, tenant: Owner, speaker: str | None) -> None:
    ada = memory.owner(tenant.name)
    await ada.observe("I play chess with Hugo every week.", speaker=speaker)
    seen = await ada.observe("My sister Nina lives in Turin and works as a judge.", speaker=speaker)
    (id_,) = [one.memory for one in seen.statements if one.memory]
    await memory.amendments.edit(tenant, id_, "My sister Nina lives in Graz and works as a judge.")
    text = (await ada.recall("Where does my sister Nina live?")).context
    assert "Graz" in text
    assert "Turin" not in text


async def test_what_was_ended_stays_so_when_what_ended_it_is_forgotten(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant.name)
    await ada.observe("My rent is 18,500 lira.", speaker="Ada")
    seen = await ada.observe("My rent is 24,000 lira now, not 18,500.", speaker="Ada")
    (id_,) = [one.memory for one in seen.statements if one.memory]
    await ada.forget(id_)
    lines = [line for line in (await ada.recall("What is my rent?")).context.splitlines() if "18,500" in line]
    assert lines
    assert all("no longer so" in line for line in lines), lines


async def test_forgetting_an_edited_memory_takes_what_it_said_before(memory: GraphMem, tenant: Owner) -> None:
    """Every turn that told the earlier texts goes, and with lifting all of it is back."""
    ada = memory.owner(tenant.name)
    id_ = await told_once(memory, tenant)
    await memory.mine(told("echo", HOME, "I live in Berlin!"), owner=tenant.name)
    before = {hit.drawer.text for hit in (await ada.recall("Where do I live? Berlin")).hits}
    assert any("Berlin" in text for text in before)
    edits = [id_]
    for city in ("Bern", "Basel"):
        edits.append((await memory.amendments.edit(tenant, edits[-1], f"I live in {city}.")).memory.id)
    told_ = await ada.forget(edits[-1])
    assert told_.tombstone is not None
    assert told_.memories >= 2
    everything = str([await ada.show(one) for one in edits])
    everything += str(await memory.memories.page(tenant, live=False, first=50))
    for question in ("Where do I live?", "Berlin", "Bern Basel", "Which tram?"):
        everything += str(await ada.recall(question, options=RecallOptions(min_confidence=0, dormant=True)))
    everything += str([await memory.diary.life(tenant, one) for one in edits])
    everything += str(await memory.entities.get(tenant, "entity://person/ada"))
    told_words = {city for city in ("Berlin", "Bern", "Basel") if f"in {city}" in everything}
    assert told_words == set()
    assert "Lisbon" in everything
    await memory.mine(told("chat", HOME, "My sister Clara lives in Lisbon."), owner=tenant.name)
    await memory.mine(told("copy", HOME, "I live in Basel."), owner=tenant.name)
    assert [text for text in await texts(memory, tenant) if "Ber" in text or "Basel" in text] == []
    assert await healthy(memory)
    await ada.lift(told_.tombstone)
    await memory.backfill(owner=tenant.name)
    assert [text for text in await texts(memory, tenant) if "Bas" in text] == ["Ada: I live in Basel."]
    assert any("Berlin" in hit.drawer.text for hit in (await ada.recall("Where do I live? Berlin")).hits)
    assert await healthy(memory)


async def test_what_a_person_says_anew_stays_when_an_edit_of_the_same_is_forgotten(
    memory: GraphMem, tenant: Owner
) -> None:
    ada = memory.owner(tenant.name)
    id_ = await told_once(memory, tenant)
    edited = await memory.amendments.edit(tenant, id_, "I live in Bern.")
    await ada.observe("I live in Berlin.", speaker="Ada")
    await ada.forget(edited.memory.id)
    assert SAID in await texts(memory, tenant)
    assert "Berlin" in (await ada.recall("Where do I live?")).context


@pytest.mark.parametrize("way", ["edit", "invalidate"])
async def test_what_is_believed_no_longer_is_forgotten_with_its_turn(memory: GraphMem, tenant: Owner, way: str) -> None:
    ada = memory.owner(tenant.name)
    id_ = await told_once(memory, tenant)
    if way == "edit":
        await memory.amendments.edit(tenant, id_, "I live in Bern.")
    else:
        await memory.amendments.invalidate(tenant, id_)
    stone = (await ada.forget(id_)).tombstone
    assert stone is not None
    assert (await ada.forget(id_)).tombstone is None
    found = str(await ada.recall("Where do I live? Berlin", options=RecallOptions(min_confidence=0)))
    assert "in Berlin" not in found.replace("Where do I live? Berlin", "")
    assert "Berlin" not in str((await ada.show(id_)).memory.text)
    assert ("Ada: I live in Bern." in await texts(memory, tenant)) is (way == "edit")
    await ada.lift(stone)
    view = await ada.show(id_)
    assert (view.memory.text, view.memory.retracted_at is None) == (SAID, False)
    assert await healthy(memory)
