"""A forgotten memory is told by none of its doors, and no record, spelling or archive brings it back."""

from __future__ import annotations

import io
import json

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.services.test_tombstones import HOME, PHONE, forget, recalled, texts, told

SPELT = ("My phone number is 0532\u200b 1\u00ad23_45_67.", "My phone number is \u0660\u0665\u0663\u0662 123 45 67.")


async def test_its_id_leads_to_a_stub_until_it_is_lifted(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME, PHONE), owner=tenant.name)
    page = await memory.memories.page(tenant, first=50)
    (id_,) = [one.id for one in page.items if "0532" in one.text]
    before = await memory.memories.get(tenant, id_)
    await memory.amendments.invalidate(tenant, id_)
    await memory.amendments.restore(tenant, id_)  # leaves a former text
    stone = await forget(memory, tenant, "0532")
    view = await memory.memories.get(tenant, id_)
    assert view.memory.text.startswith("[forgotten 20")
    assert stone[:8] in view.memory.text
    everything = await memory.memories.page(tenant, live=False, first=50)
    life = await memory.diary.life(tenant, id_)
    for seen in (view, everything, life):
        assert "0532" not in json.dumps(str(seen))
    await memory.tombstones.lift(tenant, stone, by="test")
    lifted = await memory.memories.get(tenant, id_)
    assert (lifted.memory.text, lifted.sources) == (before.memory.text, before.sources)


@pytest.mark.parametrize("said", SPELT)
async def test_no_spelling_brings_it_back(memory: GraphMem, tenant: Owner, said: str) -> None:
    await memory.mine(told("chat", HOME, PHONE), owner=tenant.name)
    await forget(memory, tenant, "0532")
    await memory.mine(told("copy", said), owner=tenant.name)
    (home,) = (await memory.memories.page(tenant, first=50)).items
    with pytest.raises(InvalidInputError, match="what was forgotten"):
        await memory.amendments.edit(tenant, home.id, said)
    assert len(await texts(memory, tenant)) == 1
    assert said not in await recalled(memory, tenant, "What is my phone number?")


async def test_no_record_brings_it_back(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME, PHONE), owner=tenant.name)
    await forget(memory, tenant, "0532")
    for number in ("0532 123 45 67", "0532_123_45_67", "0532\u200b1234567"):
        with pytest.raises(InvalidInputError, match="what was forgotten"):
            await memory.recorder.procedure(tenant, "Call Ada", ["Take the phone.", f"{number}", "Wait."])
        with pytest.raises(InvalidInputError, match="what was forgotten"):
            await memory.recorder.episode(tenant, "The call of 2 March failed.", outcome=f"The number was {number}.")
    kept = await memory.recorder.procedure(tenant, "Call Clara", ["Take the phone.", "Dial 0532 123 45 99."])
    assert len(kept.steps) == 2


async def test_an_older_archive_brings_no_question_about_it(memory: GraphMem, tenant: Owner) -> None:
    for text in ("Nils lives in Ankara.", "Nils lives in Izmir now."):
        await memory.observer.learn(tenant, text, immutable=True)
    assert (await memory.reviews.page(tenant)).items
    file = io.BytesIO()
    await memory.archives.export(tenant, file)
    await forget(memory, tenant, "Ankara")
    assert (await memory.reviews.page(tenant)).items == ()
    await memory.archives.import_(tenant, io.BytesIO(file.getvalue()))
    assert (await memory.reviews.page(tenant)).items == ()
    assert "Ankara" not in str((await memory.memories.page(tenant, live=False, first=50)).items)
