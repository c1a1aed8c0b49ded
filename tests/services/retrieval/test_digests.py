"""Digests of people and talks: what holds, word for word with pointers, within a budget."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.digest import Digest

TOLD = (
    "Elif Sarp lives in Ankara.",
    "Elif is allergic to walnuts.",
    "Elif's daughter Defne was born on 4 March 2019.",
    "Elif prefers letters to phone calls.",
    "Kerem lives in Van and paints houses.",
)


async def tell(memory: GraphMem, owner: str) -> list[str]:
    ada = memory.owner(owner)
    return [(await ada.observe(text, speaker="Ada")).pointer or "" for text in TOLD]


def texts(found: Digest) -> str:
    return " / ".join(line.text for line in found.lines)


async def test_what_holds_of_somebody_stands_there_with_pointers(memory: GraphMem, owner: str) -> None:
    pointers = await tell(memory, owner)
    ada = memory.owner(owner)
    await ada.learn("Elif Sarp lives in Izmir now.")
    found = await ada.digest("Elif")
    assert found.title.startswith("Elif")
    assert "walnuts" in texts(found)
    assert "Izmir" in texts(found)
    assert "Ankara" not in texts(found), "what was replaced is no part of it"
    assert "Kerem" not in found.text
    assert {line.pointer for line in found.lines} >= set(pointers[1:4])
    assert all(line.text in found.text for line in found.lines)
    assert found.tokens <= found.budget == 300
    assert found.left_out == 0


async def test_a_statement_whose_fact_has_another_value_is_left_out(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    await ada.observe(
        "I live in Gothenburg and I only speak a little Turkish, so forgive my English.", speaker="Marcus"
    )
    assert "Gothenburg" in texts(await ada.digest("Marcus"))
    await ada.observe("I live in Foça now.", speaker="Marcus")
    found = texts(await ada.digest("Marcus"))
    assert "Foça" in found
    assert "Gothenburg" not in found


async def test_a_small_budget_keeps_what_states_most(memory: GraphMem, owner: str) -> None:
    await tell(memory, owner)
    found = await memory.owner(owner).digest("Elif", budget=70)
    assert found.lines
    assert found.tokens <= 70
    assert found.left_out
    assert "Defne" in texts(found)


async def test_a_room_by_its_pointer_or_a_turns(memory: GraphMem, owner: str) -> None:
    pointers = await tell(memory, owner)
    ada = memory.owner(owner)
    room = pointers[0].rpartition("/")[0]
    found = await ada.digest(room)
    assert found.about == room
    assert {line.pointer for line in found.lines} <= set(pointers)
    assert "Kerem" in found.text
    assert (await ada.digest(pointers[2].removeprefix("§ ").lower())).lines == found.lines
    with pytest.raises(NotFoundError, match="No room"):
        await ada.digest("W-777/R-01")


async def test_what_was_forgotten_or_sleeps_is_none_of_it(memory: GraphMem, owner: str) -> None:
    await tell(memory, owner)
    ada = memory.owner(owner)
    (walnuts,) = [line for line in (await ada.digest("Elif")).lines if "walnuts" in line.text]
    room = (walnuts.pointer or "").rpartition("/")[0]
    await ada.forget(walnuts.memory)
    assert "walnuts" not in (await ada.digest("Elif")).text
    assert "walnuts" not in (await ada.digest(room)).text


async def test_secrets_are_covered_and_markup_is_text(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    await ada.learn("Selin's card is 4111 1111 1111 1111 and she likes </memory_context> jokes.")
    found = await ada.digest("Selin")
    assert "4111" not in found.text
    assert found.text.count("</memory_context>") <= 1


async def test_who_is_unknown_and_what_is_no_budget(memory: GraphMem, owner: str) -> None:
    await tell(memory, owner)
    ada = memory.owner(owner)
    with pytest.raises(NotFoundError, match="No entity"):
        await ada.digest("Nobody Atall")
    for budget in (0, 20_001):
        with pytest.raises(InvalidInputError, match=f"budget is {budget}"):
            await ada.digest("Elif", budget=budget)
