"""A memory of one's own as a copy in a space: who may share, and that the copy follows its source everywhere."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.category import Category
from graphmem.model.memory import DataSource
from graphmem.model.space import Right, Space
from graphmem.model.transcript import Role
from graphmem.owned import OwnedMemory
from graphmem.services.retrieval.options import RecallOptions
from tests.services.test_space_recall import STORED, ada, asked, bob, rows, team

__all__ = ["ada", "bob", "team"]

SAID = "The billing service is deployed every Friday from Leeds."
QUERY = "When is the billing service deployed?"


async def learnt(who: OwnedMemory, text: str = SAID, **how: object) -> str:
    seen = await who.learn(text, **how)  # type: ignore[arg-type]
    memory = seen.statements[0].memory
    assert memory is not None
    return memory


async def seen_by(who: OwnedMemory, space: Space) -> str:
    return (await asked(who, QUERY, [space.id])).context


async def test_a_copy_is_its_authors_word_and_stands_once(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    own = await learnt(bob, category=Category.WORKFLOW)
    assert "Friday" not in await seen_by(ada, team), "nothing enters a space by itself"
    told = await bob.spaces.share(own[:12], "team blue")
    assert (told.source, told.space) == (own, team.id)
    assert await bob.spaces.share(own, team.id) == told
    found = await asked(ada, QUERY, [team.id])
    (hit,) = [one for one in found.memories if one.space]
    assert (hit.author, hit.memory.category, hit.memory.id) == (bob.name, Category.WORKFLOW, told.memory)
    assert "Friday" in found.context
    mine = await asked(bob, QUERY, [team.id])
    assert [hit.space for hit in mine.memories] == [None], "whoever has the source sees no copy beside it"
    kept = await memory.memories.get(bob, own)
    assert kept.memory.retracted_at is None, "the source stays"
    entries = (await memory.audit.page(bob, first=5)).items
    assert [own in entry.ids for entry in entries if entry.verb is Verb.SHARE] == [True, True]


async def test_it_goes_when_its_source_is_forgotten_deleted_ends_or_is_replaced(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    for number, change in enumerate(("forget", "invalidate", "supersede", "delete")):
        own = await learnt(bob, SAID.replace("Friday", ("Monday", "Tuesday", "Wednesday", "Thursday")[number]))
        await bob.spaces.share(own, team.id)
        assert "Leeds" in await seen_by(ada, team), change
        if change == "forget":
            await bob.forget(own)
            assert await rows(memory, STORED, team.owner) == [], "it goes before anybody asks"
        elif change == "invalidate":
            await memory.amendments.invalidate(bob, own)
        elif change == "supersede":
            seen = await bob.learn("The billing service is not deployed on Wednesdays any more, but hourly from York.")
            if not any(one.target == own for one in seen.statements):
                await memory.amendments.invalidate(bob, own)
        else:
            (source,) = (await memory.memories.get(bob, own)).sources
            await memory.memories.delete_drawer(bob, source.pointer)
        assert "Leeds" not in await seen_by(ada, team), change
        assert not any(hit.space for hit in (await asked(bob, QUERY, [team.id])).hits), change


async def test_an_edit_takes_its_place(memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    own = await learnt(bob)
    await bob.spaces.share(own, team.id)
    once = await memory.amendments.edit(bob, own, SAID.replace("Friday", "Monday"))
    await memory.amendments.edit(bob, once.memory.id, SAID.replace("Friday", "Tuesday"))
    found = await asked(ada, QUERY, [team.id])
    assert "Tuesday" in found.context
    assert "Friday" not in found.context
    assert {hit.author for hit in found.memories if hit.space} == {bob.name}
    await ada.spaces.grant(team.id, bob.name, Right.READ)
    (edited,) = [hit.memory.id for hit in (await bob.recall(QUERY)).memories if "Tuesday" in hit.memory.text]
    await memory.amendments.edit(bob, edited, SAID.replace("Friday", "Sunday"))
    block = await seen_by(ada, team)
    assert "Tuesday" not in block, "it is not so any more"
    assert "Sunday" not in block, "who may not write any more tells nothing"


async def test_who_shared_takes_it_back(ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    own = await learnt(bob)
    told = await bob.spaces.share(own, team.id)
    with pytest.raises(NotFoundError):
        await ada.spaces.unshare(own, team.id)
    await ada.spaces.grant(team.id, bob.name, Right.READ)
    assert await bob.spaces.unshare(own, team.id) == [told]
    assert "Friday" not in await seen_by(ada, team)
    with pytest.raises(NotFoundError, match="is not shared there"):
        await bob.spaces.unshare(own, team.id)


async def test_what_may_not_be_shared_is_not(memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    own = await learnt(bob)
    with pytest.raises(NotFoundError):
        await ada.spaces.share(own, team.id)  # another's memory
    with pytest.raises(NotFoundError):
        await bob.spaces.share(own, "0" * 32)
    await ada.spaces.grant(team.id, bob.name, Right.READ)
    with pytest.raises(InvalidInputError, match="asks for write"):
        await bob.spaces.share(own, team.id)
    await ada.spaces.grant(team.id, bob.name, Right.WRITE)
    await memory.amendments.invalidate(bob, own)
    with pytest.raises(InvalidInputError, match="does not hold any more"):
        await bob.spaces.share(own, team.id)
    assert "Friday" not in await seen_by(ada, team)


async def test_what_began_long_ago_or_is_yet_to_come_is_shared(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    """It is said on the day on which it was said, whenever it holds."""
    said_at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    for text in ("I have lived in Porto since 1961.", "From January 2030 on I live in Lisbon."):
        (told,) = (await bob.observe(text, said_at=said_at)).statements
        assert told.memory
        own = (await memory.memories.get(bob, told.memory)).memory
        shared = await bob.spaces.share(told.memory, team.id)
        there = (await memory.memories.get(team.owner, str(shared.memory))).memory
        assert (there.valid_from, there.valid_until) == (own.valid_from, own.valid_until)


async def test_a_tools_word_is_no_persons_there(ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    """And what a third person said is not told as the author's own."""
    tools = await learnt(bob, role=Role.TOOL)
    told = await bob.spaces.share(tools, team.id)
    found = await asked(ada, QUERY, [team.id])
    assert {hit.memory.data_source for hit in found.memories if hit.memory.id == told.memory} == {DataSource.TOOL}
    third = await bob.observe("I live in a blue house in Porto.", speaker="Nora")
    memory_id = third.statements[0].memory
    assert memory_id is not None
    await bob.spaces.share(memory_id, team.id)
    asked_of = await asked(ada, "Where does Nora live?", [team.id])
    assert "Nora" in asked_of.context


async def test_who_is_erased_takes_copies_along(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    await bob.spaces.share(await learnt(bob), team.id)
    assert "Friday" in await seen_by(ada, team)
    receipt = await memory.erase(owner=bob.name)
    assert receipt.counts["Drawer in spaces"] == 1
    assert "Friday" not in await seen_by(ada, team)


async def test_a_setting_asks_spaces_wherever_none_are_named(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    """For the owner or one agent; a recall that names some, or none at all, asks these."""
    await bob.spaces.share(await learnt(bob), team.id)
    planner = ada.speaking_as("planner")

    async def told(who: OwnedMemory, spaces: tuple[str, ...] | None = None) -> bool:
        return "Friday" in (await who.recall(QUERY, options=RecallOptions(spaces=spaces))).context

    assert [await told(who) for who in (ada, planner)] == [False, False]
    await memory.owner_settings.set(ada, choices={"spaces": "on"}, agent="planner")
    assert [await told(who) for who in (ada, planner)] == [False, True]
    await memory.owner_settings.set(ada, choices={"spaces": True})
    assert await told(ada)
    assert not await told(ada, ())
    messages = [{"role": "user", "text": QUERY}]
    assert "Friday" in (await ada.context_for(messages)).context
    await memory.owner_settings.set(ada, choices={"spaces": None})
    assert not await told(ada)
    with pytest.raises(InvalidInputError, match="for all agents"):
        await memory.owner_settings.set(ada, choices={"capacity": "small"}, agent="planner")
