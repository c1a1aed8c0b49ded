"""Spaces: who may do what in them, since when, known since when; nobody learns of a space without a right in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from graphmem.errors import GraphMemError, InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.palace import Owner
from graphmem.model.space import Right, owner_of
from graphmem.services.retrieval.options import RecallOptions

RIGHTS = list(Right)


@pytest.fixture
def ada(tenant: Owner) -> Owner:
    return tenant


@pytest.fixture
def bob(owner: str) -> Owner:
    return Owner.named(f"bob of {owner}")


async def test_its_maker_is_the_only_member_and_an_admin(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "  Team   blue ")
    assert (space.title, space.right) == ("Team blue", Right.ADMIN)
    assert [(one.member, one.right) for one in await memory.spaces.members(ada, space.id)] == [(ada.name, Right.ADMIN)]
    assert await memory.spaces.of(ada) == [space]
    assert await memory.spaces.of(bob) == []


@pytest.mark.parametrize(("had", "asked"), list(product([None, *RIGHTS], RIGHTS)))
async def test_a_right_holds_those_before_it_and_no_more(
    memory: GraphMem, ada: Owner, bob: Owner, had: Right | None, asked: Right
) -> None:
    space = await memory.spaces.create(ada, "Team")
    if had is not None:
        await memory.spaces.grant(ada, space.id, bob.name, had)
    for name in (space.id, "team"):
        if had is None:
            with pytest.raises(NotFoundError):
                await memory.spaces.allowed(bob, name, asked)
        elif RIGHTS.index(asked) <= RIGHTS.index(had):
            assert (await memory.spaces.allowed(bob, name, asked)).id == space.id
        else:
            with pytest.raises(InvalidInputError, match=f"is {had.value}"):
                await memory.spaces.allowed(bob, name, asked)


async def test_a_foreign_space_and_none_are_told_of_in_the_same_words(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    told = []
    for name in (space.id, "0" * 32):
        with pytest.raises(NotFoundError) as caught:
            await memory.spaces.members(bob, name)
        told.append(str(caught.value).replace(name, "NAME"))
    assert told[0] == told[1]


async def test_who_reads_writes_or_curates_gives_nobody_a_right(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    for right in (Right.READ, Right.WRITE, Right.CURATE):
        await memory.spaces.grant(ada, space.id, bob.name, right)
        for raised in (Right.ADMIN, Right.READ):
            with pytest.raises(InvalidInputError):
                await memory.spaces.grant(bob, space.id, bob.name, raised)
        with pytest.raises(InvalidInputError):
            await memory.spaces.revoke(bob, space.id, ada.name)
    assert [one.right for one in await memory.spaces.of(bob)] == [Right.CURATE]
    assert len(await memory.spaces.members(ada, space.id)) == 2


async def test_what_was_revoked_counts_at_once_and_is_known_for_what_it_was(
    memory: GraphMem, ada: Owner, bob: Owner
) -> None:
    space = await memory.spaces.create(ada, "Team")
    given = await memory.spaces.grant(ada, space.id, bob.name, Right.WRITE)
    assert await memory.spaces.revoke(ada, space.id, bob.name) == [given.id]
    assert await memory.spaces.of(bob) == []
    with pytest.raises(NotFoundError):
        await memory.spaces.allowed(bob, space.id, Right.READ)
    then = given.since
    (_, was) = await memory.spaces.members(ada, space.id, at=then)
    assert (was.member, was.right) == (bob.name, Right.WRITE)
    assert was.until is not None
    assert was.retracted_at is None, "what is known now is that it ended"
    (_, believed) = await memory.spaces.members(ada, space.id, at=then, known_at=then)
    assert believed.until is None, "then it had no end"
    assert believed.retracted_at == was.until
    assert [one.member for one in await memory.spaces.members(ada, space.id, at=then - timedelta(days=1))] == []
    with pytest.raises(NotFoundError):
        await memory.spaces.revoke(ada, space.id, bob.name)


async def test_a_grant_takes_the_place_of_the_one_before(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    for right in (Right.ADMIN, Right.READ):
        await memory.spaces.grant(ada, space.id, bob.name, right)
    assert [one.right for one in await memory.spaces.of(bob)] == [Right.READ]


async def test_a_grant_ends_by_itself(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    until = datetime.now(UTC) + timedelta(hours=1)
    given = await memory.spaces.grant(ada, space.id, bob.name, Right.READ, until=until)
    assert given.until == until
    assert len(await memory.spaces.members(ada, space.id, at=until - timedelta(seconds=1))) == 2
    assert [one.member for one in await memory.spaces.members(ada, space.id, at=until)] == [ada.name]
    with pytest.raises(InvalidInputError, match="over already"):
        await memory.spaces.grant(ada, space.id, bob.name, Right.READ, until=until - timedelta(hours=2))


async def test_one_agent_of_a_member_may_alone(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    await memory.spaces.grant(ada, space.id, bob.name, Right.READ, agent="planner")
    assert await memory.spaces.of(bob) == []
    assert await memory.spaces.of(bob.spoken_by("coder", "library")) == []
    assert len(await memory.spaces.of(bob.spoken_by("planner", "library"))) == 1
    await memory.spaces.revoke(ada, space.id, bob.name, agent="planner")
    assert await memory.spaces.of(bob.spoken_by("planner", "library")) == []


async def test_a_space_keeps_an_admin_and_everybody_may_leave(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    for change in (
        memory.spaces.revoke(ada, space.id, ada.name),
        memory.spaces.grant(ada, space.id, ada.name, Right.READ),
    ):
        with pytest.raises(InvalidInputError, match="no admin"):
            await change
    await memory.spaces.grant(ada, space.id, bob.name, Right.ADMIN)
    await memory.spaces.revoke(ada, space.id, ada.name)
    assert await memory.spaces.of(ada) == []
    await memory.spaces.grant(bob, space.id, ada.name, Right.READ)
    assert len(await memory.spaces.revoke(ada, space.id, ada.name)) == 1


async def test_two_spaces_of_one_title_are_told_apart_by_their_ids(memory: GraphMem, ada: Owner) -> None:
    spaces = [await memory.spaces.create(ada, "Team") for _ in range(2)]
    with pytest.raises(InvalidInputError, match="2 spaces are called"):
        await memory.spaces.members(ada, "Team")
    for space in spaces:
        assert len(await memory.spaces.members(ada, space.id)) == 1
    assert await memory.spaces.readable(ada, ["Team", spaces[0].id]) == ([spaces[0]], ["Team"])


@pytest.mark.parametrize("title", ["", "   ", "*", "a" * 101, "a\u200bb"])
async def test_a_title_is_a_line_of_text(memory: GraphMem, ada: Owner, title: str) -> None:
    with pytest.raises(InvalidInputError):
        await memory.spaces.create(ada, title)


async def test_a_space_is_no_member(memory: GraphMem, ada: Owner) -> None:
    space, other = [await memory.spaces.create(ada, title) for title in ("One", "Two")]
    with pytest.raises(InvalidInputError, match="no member"):
        await memory.spaces.grant(ada, space.id, other.owner.name, Right.READ)


async def test_every_change_is_noted_of_who_made_it_and_in_the_space(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    given = await memory.spaces.grant(ada, space.id, bob.name, Right.READ)
    await memory.spaces.revoke(ada, space.id, bob.name)
    for whose in (ada, space.owner):
        entries = (await memory.audit.page(whose)).items
        assert [one.verb for one in entries] == [Verb.REVOKE, Verb.GRANT, Verb.CREATE_SPACE]
        assert [one.ids for one in entries] == [(given.id,), (given.id,), (space.id,)]
    assert {one.person for one in (await memory.audit.page(space.owner)).items} == {ada.name}


async def test_who_is_erased_has_no_right_under_the_same_name_later(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    await memory.spaces.grant(ada, space.id, bob.name, Right.ADMIN)
    await memory.erase(owner=bob.name)
    again = Owner.named(bob.name)
    await memory.observer.observe(again, "I live in Oslo now.", speaker="Bob")
    assert await memory.spaces.of(again) == []
    assert [one.member for one in await memory.spaces.members(ada, space.id)] == [ada.name]


async def test_a_space_that_is_erased_is_none(memory: GraphMem, ada: Owner) -> None:
    space = await memory.spaces.create(ada, "Team")
    await memory.erase(owner=space.owner.name)
    assert await memory.spaces.of(ada) == []
    with pytest.raises(GraphMemError):
        await memory.spaces.grant(ada, space.id, ada.name, Right.READ)


async def test_an_id_is_no_name_of_an_owner(memory: GraphMem, ada: Owner) -> None:
    """What a space is called leads to no memory: its key is that of an id that was drawn."""
    space = await memory.spaces.create(ada, "Team")
    assert owner_of(space.id).key not in {Owner.named("Team").key, Owner.named(space.id).key}


async def told(memory: GraphMem, owner: Owner, space: str, text: str) -> str | None:
    """The memory that a member's words made in a space."""
    ada = memory.owner(owner)
    seen = await ada.observe(text, space=space)
    return seen.statements[0].memory if seen.statements else None


@pytest.mark.parametrize("text", ["The gate code of the harbour is 4711.", "Limanın kapı kodu 4711."])
async def test_what_a_curator_had_forgotten_binds_all_members(
    memory: GraphMem, ada: Owner, bob: Owner, text: str
) -> None:
    space = await memory.spaces.create(ada, "Team")
    await memory.spaces.grant(ada, space.id, bob.name, Right.WRITE)
    id_ = await told(memory, bob, space.id, text)
    assert id_
    with pytest.raises(InvalidInputError, match="is write"):
        await memory.owner(bob).spaces.forget(space.id, id_)
    gone = await memory.owner(ada).spaces.forget(space.id, id_)
    assert gone.tombstone
    for member in (bob, ada):
        assert await told(memory, member, space.id, text) is None, "no words lift it"
        found = await memory.owner(member).recall(text, options=RecallOptions(spaces=(space.id,), min_confidence=0))
        assert "4711" not in found.context
    with pytest.raises(InvalidInputError, match="is write"):
        await memory.owner(bob).spaces.tombstones(space.id)
    (stone,) = (await memory.owner(ada).spaces.tombstones(space.id)).items
    assert (stone.id, stone.hits > 0) == (gone.tombstone, True)
    with pytest.raises(InvalidInputError, match="is write"):
        await memory.owner(bob).spaces.lift(space.id, stone.id)
    assert (await memory.owner(ada).spaces.lift(space.id, stone.id)).memories == 1
    found = await memory.owner(bob).recall(text, options=RecallOptions(spaces=(space.id,), min_confidence=0))
    assert "4711" in found.context


async def test_what_an_erased_member_said_another_may_say(memory: GraphMem, ada: Owner, bob: Owner) -> None:
    space, text = await memory.spaces.create(ada, "Team"), "The harbour crane was painted green in May 2026."
    await memory.spaces.grant(ada, space.id, bob.name, Right.WRITE)
    assert await told(memory, bob, space.id, text)
    await memory.erase(owner=bob.name)
    assert (await memory.owner(ada).spaces.tombstones(space.id)).items
    assert await told(memory, ada, space.id, text)
