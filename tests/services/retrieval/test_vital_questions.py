"""An allergy or a diet stands beside whatever dish or remedy is asked for."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.language.question.vital_matter import tells_vital, vital_matter
from graphmem.model.language import Language
from graphmem.model.palace import Owner

OTHERS = ["I like rowing on Sundays.", "Fırında iki çırak var.", "My sister works at a bakery.", "We painted the hall."]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I don't eat pork.", "What should I cook tonight?"),
        ("im allergic to shellfish", "What should I cook tonight?"),
        ("Hamileyim, 20. haftadayım.", "Suşi yiyebilir miyim?"),
        ("I'm allergic to penicillin.", "Amoksisilin içebilir miyim?"),
        ("I take 20 mg of citalopram every morning.", "Which medication am I on?"),
    ],
)
async def test_the_block_has_what_was_told(memory: GraphMem, tenant: Owner, told: str, asked: str) -> None:
    owner = memory.owner(tenant.name)
    for text in (*OTHERS[:2], told, *OTHERS[2:]):
        await owner.observe(text)
    found = await owner.recall(asked)
    assert found.answerable
    assert told in found.context


async def test_what_was_forgotten_is_not_told_beside_a_dish(memory: GraphMem, tenant: Owner) -> None:
    owner = memory.owner(tenant.name)
    await owner.observe("I'm vegetarian.")
    assert "vegetarian" in (await owner.recall("What should I cook tonight?")).context
    (told,) = (await memory.memories.page(tenant)).items
    await memory.memories.forget(tenant, told.id)
    assert "vegetarian" not in (await owner.recall("What should I cook tonight?")).context


def test_what_is_asked_and_told() -> None:
    assert vital_matter("Akşama ne pişirsem?", Language.EN)[0] == "food"
    assert vital_matter("Where do I live now?", Language.EN) == ("", "")
    assert tells_vital("medicine", "Doktor Beloc yazdı.")
    assert not tells_vital("food", "im not allergic to anything")
