"""What was said beside what somebody had forgotten stays, answers as before, and cites nothing that is withheld."""

from __future__ import annotations

import json

import pytest

from graphmem.errors import NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner

OTHERS = {
    "en": (
        "I work as a carpenter in a small workshop.",
        "My car is a grey Skoda.",
        "We painted the kitchen yellow.",
        "I am allergic to walnuts.",
        "I play table tennis every Thursday evening.",
    ),
    "tr": (
        "Küçük bir atölyede marangoz olarak çalışıyorum.",
        "Arabam gri bir Skoda.",
        "Mutfağı sarıya boyadık.",
        "Cevize alerjim var.",
        "Her perşembe akşamı masa tenisi oynuyorum.",
    ),
}
TURNS = {
    "en": "My phone number is 0532 123 45 67. My sister Clara lives in Lisbon. I prefer tea over coffee.",
    "tr": "Telefon numaram 0532 123 45 67. Kardeşim Defne Bodrum'da yaşıyor. Kahveyi sade severim.",
}
ASKED = {
    "en": ("Where does Clara live?", "Clara lives in Lisbon"),
    "tr": ("Defne nerede yaşıyor?", "Defne Bodrum'da yaşıyor"),
}


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_it_answers_as_before_and_cites_no_turn(memory: GraphMem, tenant: Owner, language: str) -> None:
    text, (question, answer) = TURNS[language], ASKED[language]
    ada = memory.owner(tenant)
    for other in OTHERS[language]:
        await ada.observe(other, speaker="Ada")
    await ada.observe(text, speaker="Ada")
    said = {one.id: one for one in (await ada.memories(limit=50)).items}
    (gone,) = [one for one in said.values() if "0532" in one.text]
    (kept,) = [one for one in said.values() if answer in one.text]
    assert answer in (await ada.recall(question)).context
    (source,) = (await ada.show(kept.id)).sources
    assert kept.quote is not None

    stone = (await ada.forget(gone.id)).tombstone
    assert stone is not None
    view = await ada.show(kept.id)
    assert (view.memory.text, view.memory.quote, view.sources) == (kept.text, None, ())
    with pytest.raises(NotFoundError):
        await ada.drawer(source.pointer)
    found = await ada.recall(question)
    assert found.answerable, found.answerable_reason
    assert answer in found.context
    assert "0532" not in found.context
    assert source.pointer not in json.dumps(found, default=str)
    (hit,) = [hit for hit in found.memories if hit.memory.id == kept.id]
    assert (hit.sources, hit.memory.quote) == ((), None)
    life = await memory.diary.life(ada, kept.id)
    assert "0532 123" not in json.dumps(life, default=str)
    assert [one for one in await memory.doctor() if one.count and one.grave] == []

    await ada.lift(stone)
    view = await ada.show(kept.id)
    assert (view.memory.quote, [one.pointer for one in view.sources]) == (kept.quote, [source.pointer])
    assert (await ada.drawer(source.pointer)).drawer.text == text


async def test_no_list_that_is_made_later_cites_the_turn(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    boats = ("needs a new mast of spruce", "has a brass bell in the cockpit", "lies beside the ferry in winter")
    text = " ".join(f"The sailing boat {more}." for more in boats)
    await ada.observe(f"My phone number is 0532 123 45 67. {text}", speaker="Ada")
    (gone, *_) = [one for one in (await ada.memories(limit=50)).items if "boat" not in one.text]
    (pointer, *_) = [one.pointer for one in (await ada.show(gone.id)).sources]
    await ada.forget(gone.id)
    done = await memory.dreams.apply(ada, by="test")
    assert done.run is not None
    (theme,) = (await ada.memories(category=Category.THEME, tier=Tier.SEMANTIC)).items
    assert "mast of spruce" in theme.text
    assert pointer.rpartition("-")[2] not in theme.text.replace(":", " ").split()
    assert "§" not in theme.text
    told = json.dumps(await memory.diary.of(ada, done.run.id), default=str)
    assert pointer not in told


async def test_what_another_turn_says_too_cites_that_one(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    await ada.observe("My phone number is 0532 123 45 67. My sister Clara lives in Lisbon.", speaker="Ada")
    await ada.observe("My sister Clara lives in Lisbon.", speaker="Ada")
    items = (await ada.memories()).items
    (kept,) = [one for one in items if "Clara" in one.text]
    (gone,) = [one for one in items if "0532" in one.text]
    first, second = (await ada.show(kept.id)).sources
    await ada.forget(gone.id)
    assert [one.text for one in (await ada.show(kept.id)).sources] == ["My sister Clara lives in Lisbon."]
    found = await ada.recall("Where does Clara live?")
    withheld = first if "0532" in first.text else second
    assert "Clara lives in Lisbon" in found.context
    assert withheld.pointer not in json.dumps(found, default=str)


async def test_what_a_person_edited_answers_though_no_turn_says_it(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    for other in OTHERS["en"]:
        await ada.observe(other, speaker="Ada")
    car = next(one for one in (await ada.memories()).items if "Skoda" in one.text)
    await memory.amendments.edit(ada, car.id, "My sister Clara lives in Lisbon.")
    assert "Clara lives in Lisbon" in (await ada.recall("Where does Clara live?")).context


async def test_forming_memories_anew_leaves_it(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    await ada.observe(TURNS["en"], speaker="Ada")
    await ada.forget(next(one.id for one in (await ada.memories()).items if "0532" in one.text))
    before = [one.text for one in (await ada.memories()).items]
    assert len(before) == 2
    await memory.reform(owner=tenant.name)
    assert [one.text for one in (await ada.memories()).items] == before
