"""The handle of one owner, an embedder of the caller's own, and the door for code that cannot await."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import pydoc
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

import numpy as np
import pytest

import graphmem
from graphmem import BlockingMemory, Category, GraphMem, OwnedMemory, Purpose, Role, Settings
from graphmem.errors import EmbeddingError, EmbeddingSizeError, InvalidInputError, NotFoundError
from graphmem.model.palace import Owner
from graphmem.model.review import Verdict
from graphmem.providers.given import GivenEmbedder
from graphmem.services.member_names import member_named
from graphmem.verbs import verbs_of


class Words:
    """An embedder as somebody else would write it: words hashed to places, float64, not of unit length."""

    def __init__(self, model: str, dimensions: int) -> None:
        self.model, self.dimensions, self.asked = model, dimensions, 0

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Any:
        self.asked += len(texts)
        rows = np.zeros((len(texts), self.dimensions))
        for row, text in zip(rows, texts, strict=True):
            for word in ("", *text.lower().split()):
                row[int(hashlib.sha256(word.encode()).hexdigest(), 16) % self.dimensions] += 2
        return rows


@pytest.fixture
def elsewhere(memory: GraphMem, settings: Settings) -> Settings:
    """Settings under which the run's server is somebody's own."""
    address = memory.database.address
    return Settings(
        home=settings.home, ops_log=settings.ops_log, neo4j_uri=address.uri, neo4j_password=address.password
    )


async def test_an_owner_is_a_handle(memory: GraphMem, owner: str) -> None:
    ada, other = memory.owner(owner), memory.owner(f"{owner}-other")
    seen = await ada.observe("My sister Zeynep moved to Bergen last week.", speaker="Ada")
    assert seen.statements
    learnt = await ada.learn("Backups are made with restic.", category=Category.WORKFLOW)
    await ada.procedure("Make tea", ["Boil water.", "Wait."])
    assert (await ada.episode("The kettle broke.")).event == "The kettle broke."
    assert "Bergen" in (await ada.recall("Where did Zeynep move?")).context
    assert [page.name for page in [one.procedure for one in await ada.procedures("make tea")]] == ["Make tea"]
    memories = await ada.memories(category=Category.WORKFLOW)
    assert learnt.statements[0].memory in {one.id for one in memories.items}
    assert (await ada.stats()).memories == len((await ada.memories(limit=100)).items)
    assert (await other.stats()).memories == 0
    with pytest.raises(NotFoundError):
        await other.show(str(learnt.statements[0].memory))
    assert await ada.forget(str(learnt.statements[0].memory))
    assert (await ada.why("Why did Zeynep move?")).result.memories
    assert (await memory.recall("Bergen", owner=ada)).memories


def test_a_handle_is_the_owner_that_services_take(memory: GraphMem, owner: str) -> None:
    ada, named = memory.owner(owner), Owner.named(owner)
    assert ada == named
    assert named == ada
    assert len({ada, named}) == 1
    assert ada != Owner.named(f"{owner}-other")
    assert memory.owner(ada).asked_at == ada.asked_at


def test_help_lists_verbs_and_the_package_its_names(memory: GraphMem, owner: str) -> None:
    told = pydoc.plain(pydoc.render_doc(memory.owner(owner)))
    verbs = list(verbs_of(OwnedMemory))
    assert {"observe", "learn", "recall", "forget"} <= set(verbs)
    assert all(f"async {name}(" in told or f"{name}(" in told for name in verbs)
    assert all(inspect.getdoc(getattr(OwnedMemory, name)) for name in verbs)
    assert all(getattr(graphmem, name) is not None for name in graphmem.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Dream'"):
        _ = graphmem.Dream


async def test_an_embedder_of_ones_own_serves(memory: GraphMem, elsewhere: Settings, owner: str) -> None:
    words = Words(memory.embedder.model, memory.embedder.dimensions)
    async with GraphMem.open(elsewhere, embedder=words) as opened:
        before = words.asked
        ada = opened.owner(owner)
        await ada.observe("The harbour gateway stands in Bergen.", role=Role.USER, speaker="Ada")
        assert words.asked > before
        assert "Bergen" in (await ada.recall("Where does the harbour gateway stand?", limit=3)).hits[0].drawer.text


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (np.ones((1, 3)), EmbeddingSizeError),
        (np.zeros((1, 4)), EmbeddingError),
        (np.full((1, 4), np.nan), EmbeddingError),
        (ValueError("away"), EmbeddingError),
    ],
)
async def test_what_an_embedder_gives_is_checked(rows: Any, error: type[Exception]) -> None:
    class Wrong(Words):
        async def embed(self, texts: Sequence[str], purpose: Purpose) -> Any:
            if isinstance(rows, Exception):
                raise rows
            return rows

    given = GivenEmbedder(Wrong("wrong", 4))
    with pytest.raises(error, match="wrong"):
        await given.embed(["x"], Purpose.QUERY)
    assert (await GivenEmbedder(Words("right", 4)).embed(["x"], Purpose.QUERY)).dtype == np.float32


async def test_who_cannot_await_has_the_same_verbs(memory: GraphMem, elsewhere: Settings, owner: str) -> None:
    words = Words(memory.embedder.model, memory.embedder.dimensions)

    def script() -> str:
        with BlockingMemory(elsewhere, embedder=words) as door:
            ada = door.owner(owner)
            ada.observe("The harbour gateway stands in Bergen.", speaker="Ada")
            with pytest.raises(NotFoundError):
                ada.show("ffffffff")
            assert "recall" in dir(ada)
            assert not inspect.iscoroutinefunction(ada.recall)
            found = ada.recall("Where does the harbour gateway stand?", limit=3)
        with pytest.raises(RuntimeError, match="not open"):
            door.owner(owner)
        return str(found.hits[0].drawer.text)

    assert "Bergen" in await asyncio.to_thread(script)


async def test_what_opening_met_reaches_who_cannot_await(elsewhere: Settings) -> None:
    def script() -> None:
        with BlockingMemory(elsewhere, embedder=Words("of another kind", 7)):
            pass

    with pytest.raises(graphmem.GraphMemError, match="of another kind"):
        await asyncio.to_thread(script)


async def test_what_chat_models_take_is_taken_as_it_is(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    await ada.observe("My sister Zeynep moved to Bergen last week.", role="user")
    assert (await ada.observe("I booked the ferry.", role="assistant")).pointer
    assert (await ada.learn("Backups are made with restic.", category="workflow", role="human")).statements
    assert (await ada.memories(category="WORKFLOW")).items
    asked: list[dict[str, object]] = [
        {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
        {"role": "user", "content": [{"type": "text", "text": "Where did Zeynep move?"}, {"type": "image_url"}]},
    ]
    assert "Bergen" in (await ada.context_for(asked)).context


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda ada: ada.observe("I live here.", role="robot"), "role"),
        (lambda ada: ada.observe(None), "text"),
        (lambda ada: ada.observe("I live here.", said_at="2026-05-01"), "saidAt"),
        (lambda ada: ada.observe("I live here.", said_at=datetime(2026, 5, 1)), "saidAt"),
        (lambda ada: ada.context_for("Where do I live?"), "messages"),
        (lambda ada: ada.context_for(["Where do I live?"]), "messages[0]"),
        (lambda ada: ada.context_for([{"sender": "user"}]), "messages[0]"),
        (lambda ada: ada.procedure("Make tea", "Boil water."), "steps"),
        (lambda ada: ada.memories(category="tea"), "category"),
    ],
)
async def test_what_is_none_is_told_by_its_name(
    memory: GraphMem, owner: str, call: Callable[[Any], Awaitable[object]], field: str
) -> None:
    with pytest.raises(InvalidInputError) as told:
        await call(memory.owner(owner))
    assert told.value.field == field


async def test_a_turn_is_deleted_by_its_pointer(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    seen = await ada.observe("I take bisoprolol in the morning.")
    assert seen.pointer is not None
    assert await ada.delete_drawer(seen.pointer) == 1
    assert not (await ada.memories()).items
    assert "bisoprolol" not in (await ada.recall("What do I take in the morning?")).context
    with pytest.raises(NotFoundError):
        await ada.drawer(seen.pointer)


def test_a_kind_is_named_in_whichever_case() -> None:
    for given in ("accept", "ACCEPT", Verdict.ACCEPT):
        assert member_named(Verdict, given, "verdict") is Verdict.ACCEPT
    with pytest.raises(InvalidInputError, match="is no verdict"):
        member_named(Verdict, "maybe", "verdict")
