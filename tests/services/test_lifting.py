"""What a tombstone withholds is out of reach of everything, and lifting it puts all back as it was."""

from __future__ import annotations

from typing import Any

import pytest
from neomodel import adb

from graphmem.errors import NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.ports import Purpose
from graphmem.store import embeddings, nodes
from tests.services.lifecycle.test_derived import BOAT, NOW
from tests.services.test_tombstones import HOME, PHONE, forget, texts, told

PICTURE = """
MATCH (n:Memory|Drawer {owner: $owner})
RETURN n.id, toString(n.retracted_at), toString(n.ended_at), n.embedded, n.embedding IS NOT NULL,
       COLLECT { MATCH (n)-[:MENTIONS]->(e:Entity) RETURN [e.uri, e.mentions] ORDER BY e.uri },
       COLLECT { MATCH ()-[f:FACT]->() WHERE f.memory_id = n.id RETURN [f.id, toString(f.retracted_at)] ORDER BY f.id }
ORDER BY n.id
"""


async def picture(memory: GraphMem, owner: Owner) -> Any:
    await nodes.use(memory.database)
    rows, _ = await adb.cypher_query(PICTURE, {"owner": owner.key})
    return rows


async def id_of(memory: GraphMem, owner: Owner, word: str) -> str:
    page = await memory.memories.page(owner, first=50)
    (found,) = [one.id for one in page.items if word in one.text]
    return found


async def test_a_vector_on_its_way_reaches_nothing_forgotten(memory: GraphMem, tenant: Owner) -> None:
    await memory.mine(told("chat", HOME, PHONE), owner=tenant.name)
    view = await memory.memories.get(tenant, await id_of(memory, tenant, "0532"))
    await forget(memory, tenant, "0532")
    vectors, model = await memory.embedder.embed([view.memory.text], Purpose.PASSAGE), memory.embedder.model
    rows = [{"id": view.memory.id, "text": view.memory.text}]
    assert await embeddings.fill_memories(memory.database, tenant, rows, vectors, model) == 0
    assert await embeddings.fill(memory.database, tenant, [view.sources[0].id], vectors, [None], model) == 0
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_lifting_leaves_everything_as_it_was(memory: GraphMem, tenant: Owner) -> None:
    """Two former texts that do not overlap, a theme without a vector, and what a person invalidated before."""
    await memory.mine(told("boat", HOME, *BOAT), owner=tenant.name)
    mast = await id_of(memory, tenant, "mast of spruce")
    for _ in range(2):
        await memory.amendments.invalidate(tenant, mast)
        await memory.amendments.restore(tenant, mast)
    await memory.dreams.apply(tenant, by="test", now=NOW)
    theme = await id_of(memory, tenant, "boat (")
    await memory.amendments.invalidate(tenant, theme, "It is no theme.")
    before = await picture(memory, tenant)
    stones = [await forget(memory, tenant, "mast of spruce"), await forget(memory, tenant, "Berlin")]
    assert await picture(memory, tenant) != before
    for stone in stones:
        await memory.tombstones.lift(tenant, stone, by="test")
    await memory.backfill(owner=tenant.name)
    assert await picture(memory, tenant) == before
    assert [finding for finding in await memory.doctor() if finding.count and finding.grave] == []


async def test_a_turn_that_says_two_things_stays_hidden_as_long_as_one_is_forgotten(
    memory: GraphMem, tenant: Owner
) -> None:
    both = "My dentist is called Wolkonsky. My sister Clara lives in Lisbon."
    await memory.mine(told("chat", both), owner=tenant.name)
    clara = await id_of(memory, tenant, "Lisbon")
    (source,) = (await memory.memories.get(tenant, clara)).sources
    first = await forget(memory, tenant, "Wolkonsky")
    assert (await memory.memories.get(tenant, clara)).sources == ()
    with pytest.raises(NotFoundError):
        await memory.drawer(source.pointer, owner=tenant)
    second = await forget(memory, tenant, "Lisbon")
    lifted = await memory.tombstones.lift(tenant, first, by="test")
    assert (lifted.memories, lifted.turns) == (1, 0)
    assert (await memory.tombstones.lift(tenant, second, by="test")).turns == 1
    assert (await memory.drawer(source.pointer, owner=tenant)).drawer.text == both
    assert len(await texts(memory, tenant)) == 2
