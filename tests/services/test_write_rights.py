"""Which categories an agent may make, by the owner's choice: refused by name, kept as a turn otherwise."""

from __future__ import annotations

import io

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.gate import GateAction
from graphmem.model.job import JobState
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner

POLICY = "Never commit directly to the main branch; always open a pull request."
FACT = "Ayşe lives in Ankara and works as a nurse."
WHY = "planner may not write the category policy"


async def limited(memory: GraphMem, name: str, categories: str = "fact, entity, preference") -> Owner:
    """An owner as an agent of limited rights speaks for it."""
    await memory.owner_settings.set(Owner.named(name), choices={"may_write": categories}, agent="planner")
    return Owner.named(name).spoken_by("planner", "library")


async def categories(memory: GraphMem, owner: Owner) -> set[Category]:
    return {one.category for one in (await memory.memories.page(owner, first=100)).items}


def whys(seen: Observation) -> list[tuple[GateAction, str]]:
    return [(one.action, one.reason) for one in seen.statements if one.memory is None]


async def test_learn_refuses_a_category_by_name(memory: GraphMem, owner: str) -> None:
    planner = await limited(memory, owner)
    with pytest.raises(InvalidInputError, match=WHY) as refused:
        await memory.observer.learn(planner, POLICY, category=Category.POLICY)
    assert "It may write entity, fact, preference" in (refused.value.remedy or "")
    assert not (await memory.memories.page(planner)).items
    assert (await memory.observer.learn(planner, FACT, category=Category.FACT)).statements[0].memory
    await memory.observer.learn(Owner.named(owner), POLICY, category=Category.POLICY)
    assert Category.POLICY in await categories(memory, planner), "a person may write all"


@pytest.mark.parametrize("way", ["learn", "observe"])
async def test_what_is_read_as_another_category_stays_a_turn(memory: GraphMem, owner: str, way: str) -> None:
    planner = await limited(memory, owner)
    told = {"learn": memory.observer.learn, "observe": memory.observer.observe}[way]
    dry = await told(planner, POLICY, dry_run=True)
    seen = await told(planner, POLICY)
    assert whys(seen) == whys(dry) == [(GateAction.SKIP, WHY)]
    assert seen.pointer
    assert POLICY in (await memory.owner(planner).drawer(seen.pointer)).drawer.text
    assert not await categories(memory, planner)
    free = await told(Owner.named(owner).spoken_by("scribe", "library"), POLICY + " Really.")
    assert Category.POLICY in {one.category for one in free.statements if one.memory}


async def test_a_choice_for_all_agents_binds_no_person(memory: GraphMem, owner: str) -> None:
    await memory.owner_settings.set(Owner.named(owner), choices={"may_write": "none"})
    scribe = Owner.named(owner).spoken_by("scribe", "library")
    seen = await memory.observer.observe(scribe, FACT)
    assert seen.statements
    assert all(action is GateAction.SKIP for action, _ in whys(seen))
    assert not await categories(memory, scribe)
    with pytest.raises(InvalidInputError, match="may not write the category workflow"):
        await memory.recorder.procedure(scribe, "Make tea", ["Boil water."])
    with pytest.raises(InvalidInputError, match="may not write the category episode"):
        await memory.recorder.episode(scribe, "The kettle broke.")
    assert any(one.memory for one in (await memory.observer.observe(Owner.named(owner), FACT)).statements)


async def test_an_edit_of_such_a_memory_is_refused(memory: GraphMem, owner: str) -> None:
    planner = await limited(memory, owner)
    told = await memory.observer.learn(Owner.named(owner), POLICY, category=Category.POLICY)
    id_ = next(one.memory for one in told.statements if one.memory)
    with pytest.raises(InvalidInputError, match=WHY):
        await memory.amendments.edit(planner, id_, "Commit to the main branch.")
    assert (await memory.memories.get(planner, id_)).memory.text.endswith(POLICY)


async def test_mining_keeps_turns_now_and_in_the_background(memory: GraphMem, owner: str) -> None:
    planner = await limited(memory, owner)
    turns = [{"text": POLICY, "speaker": "Ada"}, {"text": FACT, "speaker": "Ada"}]
    report = await memory.mine_turns("Rules", turns, owner=planner)
    assert report.filed == 2
    assert Category.POLICY not in await categories(memory, planner)
    job = await memory.background.mine_later(planner, {"title": "Later", "turns": turns, "key": "later"})
    await memory.background.drain()
    assert (await memory.jobs.get(planner, job.id)).state is JobState.DONE
    assert Category.POLICY not in await categories(memory, planner)
    assert (await memory.audit.page(planner)).items[0].agent == "planner"
    await memory.background.mine_later(Owner.named(owner), {"title": "Mine", "turns": turns, "key": "mine"})
    await memory.background.drain()
    assert Category.POLICY in await categories(memory, planner)


async def test_what_is_said_is_read_by_the_right_of_who_said_it(memory: GraphMem, owner: str) -> None:
    """The background knows the session's agent alone: what another one says in it is read at once."""
    planner = await limited(memory, owner)
    await memory.sessions.start(planner, "own", agent="planner")
    await memory.sessions.start(Owner.named(owner), "free")
    await memory.observer.say(planner, POLICY, session="own", read_after=0)
    at_once = await memory.observer.say(planner, POLICY, session="free", read_after=0)
    assert whys(at_once) == [(GateAction.SKIP, WHY)]
    await memory.background.drain()
    assert Category.POLICY not in await categories(memory, planner)
    await memory.observer.say(Owner.named(owner), POLICY, session="free", read_after=0)
    await memory.background.drain()
    assert Category.POLICY in await categories(memory, planner)


async def test_in_a_space_the_choice_of_the_member_counts(memory: GraphMem, owner: str) -> None:
    planner = await limited(memory, owner)
    space = await memory.spaces.create(Owner.named(owner), "Harbour")
    seen = await memory.owner(planner).observe(POLICY, space=space.id)
    assert whys(seen) == [(GateAction.SKIP, WHY)]


async def test_such_an_agent_imports_no_archive(memory: GraphMem, owner: str) -> None:
    planner = await limited(memory, owner)
    with pytest.raises(InvalidInputError, match="planner may not write every category"):
        await memory.archives.import_(planner, io.BytesIO(b""))


@pytest.mark.parametrize("value", ["facts", "", "fact,,rules", "3"])
async def test_a_name_of_no_category_is_refused(memory: GraphMem, owner: str, value: str) -> None:
    with pytest.raises(InvalidInputError, match="may_write is") as refused:
        await memory.owner_settings.set(Owner.named(owner), choices={"may_write": value})
    assert "policy" in (refused.value.remedy or "")
