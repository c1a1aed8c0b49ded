"""A name in several spellings is one entity, found by each of them and listed once."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner


async def test_spellings_of_two_languages_are_one_entity(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    await ada.observe("My brother Tom moved to Lisbon in May.", speaker="Ada")
    await ada.observe("Ablam Zeynep de mayısta Lizbon'a taşındı.", speaker="Ada")
    (lisbon,) = [one for one in await memory.entities.all(tenant) if one.uri.startswith("entity://place/")]
    assert (lisbon.uri, {lisbon.name, *lisbon.aliases}) == ("entity://place/lisbon", {"Lisbon", "Lizbon"})
    assert lisbon.mentions == 2


@pytest.mark.parametrize("asked", ["Lizbon", "Lisbon", "lisbon"])
async def test_it_is_found_by_a_spelling_that_nobody_used(memory: GraphMem, tenant: Owner, asked: str) -> None:
    await memory.observer.observe(tenant, "Ablam Zeynep mayısta Lizbon'a taşındı.", speaker="Ada")
    assert await memory.entities.named(tenant, asked) == "entity://place/lisbon"


async def test_what_was_taken_for_another_is_listed_with_it(memory: GraphMem, tenant: Owner) -> None:
    ada = memory.owner(tenant)
    await ada.observe("My colleague Priya Raman moved to Bergen in May.", speaker="Ada")
    await ada.observe("Priya bought a red kayak in June.", speaker="Ada")
    (priya,) = [one for one in await memory.entities.all(tenant) if "priya" in one.uri]
    assert {priya.name, *priya.aliases} == {"Priya Raman", "Priya"}
    assert priya.mentions == 2
