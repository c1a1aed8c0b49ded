"""What members tell a space and recall from it: whose word it is, what it never ends, what is left out and said."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.memory import SubTier
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult
from graphmem.model.space import Right, Space
from graphmem.owned import OwnedMemory
from graphmem.ports import Purpose, Vectors
from graphmem.services.retrieval.across_spaces import SpaceRecall
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.recall import Recall

EVERYTHING = "MATCH (n {owner: $owner}) RETURN count(n) AS nodes, max(toString(n.last_accessed_at)) AS used"
STORED = """MATCH (m:Memory {owner: $owner}) WHERE m.retracted_at > datetime() AND m.valid_until > datetime()
RETURN m.text AS text, m.author AS author ORDER BY text"""
DISPUTED = """MATCH (a:Memory {owner: $owner})-[:CONTRADICTS]->(b:Memory {owner: $owner})
RETURN collect(DISTINCT a.author) + collect(DISTINCT b.author) AS authors"""


class Stuck:
    """An embedder that never answers."""

    model, dimensions = "stuck", 384

    async def embed(self, texts: Sequence[str], purpose: Purpose = Purpose.PASSAGE) -> Vectors:
        """Nothing, ever."""
        await asyncio.Event().wait()
        raise AssertionError(texts, purpose)


@pytest.fixture
def ada(memory: GraphMem, owner: str) -> OwnedMemory:
    return memory.owner(owner)


@pytest.fixture
def bob(memory: GraphMem, owner: str) -> OwnedMemory:
    return memory.owner(f"bob of {owner}")


@pytest.fixture
async def team(ada: OwnedMemory, bob: OwnedMemory) -> Space:
    space = await ada.spaces.create("Team blue")
    await ada.spaces.grant(space.id, bob.name, Right.WRITE)
    return space


async def rows(memory: GraphMem, query: str, owner: Owner) -> list[dict[str, object]]:
    found = await memory.database.driver.execute_query(query, owner=owner.key)
    return [dict(record) for record in found.records]


async def asked(who: OwnedMemory, query: str, spaces: Sequence[str]) -> RecallResult:
    return await who.recall(query, options=RecallOptions(spaces=tuple(spaces)))


async def test_a_space_is_asked_when_it_is_named_and_its_hits_name_it_and_their_author(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    await ada.observe("My own deploy day is Tuesday.", speaker="Ada")
    seen = await bob.observe("The billing service is deployed every Friday from Leeds.", space="team blue")
    assert seen.statements
    query = "When is the billing service deployed?"
    alone = await ada.recall(query)
    assert "Friday" not in alone.context
    assert {*(hit.space for hit in alone.hits), *(hit.space for hit in alone.memories)} == {None}
    for spaces in (["*"], [team.id], ["Team blue"]):
        found = await asked(ada, query, spaces)
        shared = [hit for hit in found.hits if hit.space]
        assert [(hit.space, hit.author, hit.drawer.speaker) for hit in shared] == [("Team blue", bob.name, bob.name)]
        assert [hit.author for hit in found.memories if hit.space] == [bob.name]
        assert {hit.memory.sub_tier for hit in found.memories if hit.space} == {SubTier.VICARIOUS}
        assert found.notes == ()
        assert "Friday" in found.context
        assert "Team blue" in found.context
        assert bob.name in found.context
    assert [hit.space for hit in (await asked(ada, query, [])).hits if hit.space] == []


async def test_nobody_speaks_as_another(memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    await bob.observe("The harbour gate code changed to blue.", speaker=ada.name, space=team.id)
    await bob.speaking_as("planner").learn("The harbour office closes at five.", speaker=ada.name, space=team.id)
    found = await asked(ada, "What of the harbour?", [team.id])
    assert {hit.author for hit in found.hits if hit.space} == {bob.name, f"{bob.name} (planner)"}
    assert {row["author"] for row in await rows(memory, STORED, team.owner)} == {bob.key}


async def test_a_recall_of_a_space_changes_nothing_in_it(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    await bob.learn("The billing service is deployed every Friday from Leeds.", space=team.id)
    before = await rows(memory, EVERYTHING, team.owner)
    found = await asked(ada, "When is the billing service deployed?", ["*"])
    assert "Friday" in found.context
    await memory.learner.drain()
    assert await rows(memory, EVERYTHING, team.owner) == before


async def test_one_members_word_never_ends_changes_or_strengthens_anothers(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    said = "The billing service runs on Postgres."
    await ada.learn(said, space=team.id)
    again = await bob.learn(said, space=team.id)
    assert [one.action for one in again.statements] == [GateAction.CREATE]
    other = await bob.learn("The billing service runs on SQLite now, not on Postgres.", space=team.id)
    assert GateAction.SUPERSEDE not in {one.action for one in other.statements if one.target is None}
    stored = await rows(memory, STORED, team.owner)
    assert [row["author"] for row in stored if str(row["text"]).endswith(said)].count(ada.key) == 1
    (disputed,) = await rows(memory, DISPUTED, team.owner)
    assert set(disputed["authors"]) >= {ada.key, bob.key}  # type: ignore[call-overload]
    reviews = await memory.reviews.page(team.owner)
    assert len(reviews.items) >= 1


async def test_what_may_not_be_written_is_not(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    await ada.spaces.grant(team.id, bob.name, Right.READ)
    before = await rows(memory, EVERYTHING, team.owner)
    with pytest.raises(InvalidInputError, match="asks for write"):
        await bob.observe("I live in Oslo now.", space=team.id)
    await ada.spaces.revoke(team.id, bob.name)
    with pytest.raises(NotFoundError):
        await bob.learn("I live in Oslo now.", space=team.id)
    with pytest.raises(InvalidInputError, match="session"):
        await ada.learn("I live in Oslo now.", space=team.id, session=await ada.start_session())
    told = await rows(memory, EVERYTHING, team.owner)
    assert [row["used"] for row in told] == [row["used"] for row in before]
    assert await rows(memory, STORED, team.owner) == []


async def test_a_request_is_repeated_by_its_sender_alone(ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    told = [
        await who.learn("The harbour office closes at five.", space=team.id, idempotency_key="one")
        for who in (ada, bob)
    ]
    assert told[0].pointer != told[1].pointer
    assert (await ada.learn("The harbour office closes at five.", space=team.id, idempotency_key="one")) == told[0]


async def test_what_may_not_be_read_is_left_out_and_said(ada: OwnedMemory, bob: OwnedMemory, team: Space) -> None:
    await ada.learn("The billing service is deployed every Friday from Leeds.", space=team.id)
    await ada.spaces.revoke(team.id, bob.name)
    query = "When is the billing service deployed?"
    notes = set()
    for name in (team.id, "Team blue", "0" * 32):
        found = await asked(bob, query, [name])
        assert (found.hits, found.memories, found.context) == ((), (), "")
        notes |= {note.replace(name, "NAME") for note in found.notes if "left out" in note}
    assert notes == {"Space 'NAME' is left out: there is none that you may read."}
    assert not [note for note in (await asked(bob, query, ["*"])).notes if "left out" in note]


async def test_a_slow_space_is_left_out_and_said(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    await ada.observe("The billing service is deployed every Monday from Cork.", speaker="Ada")
    await bob.learn("The billing service is deployed every Friday from Leeds.", space=team.id)
    quiet = Recall(memory.database, Stuck())
    impatient = SpaceRecall(memory.database, memory.embedder, quiet, patience=0.0)
    found = await impatient.recall(ada, "When is the billing service deployed?", RecallOptions(spaces=("*",)))
    assert "Space 'Team blue' is left out: it is too slow." in found.notes
    assert "Monday" in found.context
    assert "Friday" not in found.context


async def test_who_is_erased_takes_their_words_out_of_spaces(
    memory: GraphMem, ada: OwnedMemory, bob: OwnedMemory, team: Space
) -> None:
    await ada.learn("The harbour office closes at five.", space=team.id)
    for text in ("The harbour gate is painted green.", "The harbour office closes at five."):
        await bob.learn(text, space=team.id)
    receipt = await memory.erase(owner=bob.name)
    assert receipt.counts["Drawer in spaces"] == 2
    assert [row["author"] for row in await rows(memory, STORED, team.owner)] == [ada.key]
    found = await asked(ada, "What of the harbour gate and the harbour office?", ["*"])
    assert {hit.author for hit in found.hits} == {ada.name}
    assert "green" not in found.context
    assert [one.member for one in await ada.spaces.members(team.id)] == [ada.name]
