"""Token states on their way: stored with a turn, met by a question, gone with what goes; on the real server."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from neomodel import adb

from graphmem.errors import EmbeddingError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.backfill import backfill_states
from graphmem.services.late_interaction import basis_of, read_passages, read_question
from graphmem.services.retrieval.options import LEFT_OUT, RecallOptions
from graphmem.store import nodes
from tests.services.test_tombstones import forget

TALK = (
    "My blood group is A negative, the donor card is in my wallet.",
    "The piano lesson moved to Tuesdays at five.",
    "Kahvaltıda peynir yerim, akşamları çorba içerim.",
    "We repainted the kitchen in a very light green.",
)
_STATES = "MATCH (d:Drawer {owner: $owner}) RETURN d.text, d.token_states"


class Wordless:
    """An embedder that tells no token states, and can fail."""

    model, dimensions = "wordless", 3

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        if self.fails:
            raise EmbeddingError("down")
        return np.eye(3, dtype=np.float32)[[len(text) % 3 for text in texts]]


@pytest.fixture
async def told(memory: GraphMem, tenant: Owner) -> Owner:
    """An owner who was told all of TALK."""
    turns = tuple(Turn(text, "User", Role.USER, source_id=str(place)) for place, text in enumerate(TALK))
    await memory.mine(Conversation("talk", "Talk", None, (Session("Talk", None, turns),)), owner=tenant.name)
    return tenant


async def stored(memory: GraphMem, owner: Owner) -> dict[str, bytes | None]:
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query(_STATES, {"owner": owner.key})
    return dict(rows)


async def test_the_turn_that_says_what_is_asked_meets_the_question_best(memory: GraphMem, told: Owner) -> None:
    for question, place in (("What is my blood group?", 0), ("Akşam yemeğinde ne içiyorum?", 2)):
        found = await memory.recall(question, owner=told.name, options=RecallOptions(touch=False))
        tokens = {hit.drawer.text: hit.signals["tokens"] for hit in found.hits}
        assert max(tokens, key=tokens.__getitem__) == TALK[place], tokens
        assert "tokens" in found.latency_ms
        without = RecallOptions(touch=False, without=LEFT_OUT | {"tokens"})
        plain = await memory.recall(question, owner=told.name, options=without)
        assert not any("tokens" in hit.signals for hit in plain.hits)


async def test_every_way_in_stores_them(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "I sold the blue canoe to my cousin Ivo.")
    await memory.observer.observe(tenant, "The heron came back to the pond.")
    drawn = nodes.Drawer(uid="x", owner=tenant.key, text="x", token_states=b"abcd")
    assert drawn.deflate(drawn.__properties__)["token_states"] == b"abcd"
    states = await stored(memory, tenant)
    basis = basis_of(memory.embedder.model)
    assert basis is not None
    assert len(states) == 2
    assert all(basis.unpacked(one) is not None for one in states.values())


async def test_what_is_forgotten_leaves_none_and_comes_back_with_them(memory: GraphMem, told: Owner) -> None:
    before = await stored(memory, told)
    stone = await forget(memory, told, "blood group")
    assert [text for text, one in (await stored(memory, told)).items() if one is None] == [TALK[0]]
    await memory.tombstones.lift(told, stone, by="test")
    await memory.backfill(owner=told.name)
    assert await stored(memory, told) == before


async def test_what_an_older_version_filed_is_read_again(memory: GraphMem, told: Owner) -> None:
    before = await stored(memory, told)
    await nodes.use(memory.database)
    older = "MATCH (d:Drawer {owner: $owner}) WHERE d.text STARTS WITH $text SET d.token_states = $states"
    await adb.cypher_query(older, {"owner": told.key, "text": TALK[0], "states": None})
    await adb.cypher_query(older, {"owner": told.key, "text": TALK[1], "states": b"olde" + bytes(64)})
    check = "every turn has its token states"
    found = {one.check: one for one in await memory.doctor()}
    assert found[check].count >= 2  # other tests' owners may have some, too
    assert not found[check].grave
    assert await memory.backfill(owner=told.name) == 2
    assert await stored(memory, told) == before
    assert await memory.backfill(owner=told.name) == 0
    left = {one.check: one for one in await memory.doctor()}
    assert left[check].count == found[check].count - 2


async def test_an_embedder_without_axes_reads_nothing_again(memory: GraphMem, told: Owner) -> None:
    assert await backfill_states(memory.database, Wordless(), told) == 0


async def test_an_embedder_without_states_and_one_that_fails() -> None:
    plain: Embedder = Wordless()
    read = await read_passages(plain, ["one", "two", "three"])
    assert read.vectors.shape == (3, 3)
    assert list(read.states) == [None, None, None]
    assert await read_question(plain, "what?") is None
    with pytest.raises(EmbeddingError):
        await read_passages(Wordless(fails=True), ["one"])


async def test_texts_are_read_as_they_are_embedded(memory: GraphMem) -> None:
    texts = [f"{text} {number}" for number in range(40) for text in TALK]
    read = await read_passages(memory.embedder, texts)
    assert (abs(read.vectors - await memory.embedder.embed(texts, Purpose.PASSAGE)) < 1e-6).all()
    assert None not in read.states
    nothing = await read_passages(memory.embedder, [])
    assert nothing.vectors.shape == (0, memory.embedder.dimensions)
    assert list(nothing.states) == []
