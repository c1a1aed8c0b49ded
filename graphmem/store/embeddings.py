"""Embeddings of drawers and memories: missing ones, and those to be made anew."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.palace import Owner
from graphmem.ports import Vectors
from graphmem.store.database import Database, Row
from graphmem.store.queries import bind

RESET_BATCH = 2_000

_UNEMBEDDED = bind("palace/unembedded_drawers", __name__)
_SET = bind("palace/set_embeddings", __name__)
_UNREAD = bind("palace/unread_drawers", __name__)
_SPOKEN = bind("palace/spoken_drawers", __name__)
_SET_STATES = bind("palace/set_token_states", __name__)
_RESET = bind("palace/reset_embeddings", __name__)
_UNEMBEDDED_MEMORIES = bind("memory/unembedded_memories", __name__)
_SET_MEMORIES = bind("memory/set_memory_embeddings", __name__)
_RESET_MEMORIES = bind("memory/reset_memory_embeddings", __name__)


async def unembedded_drawers(database: Database, owner: Owner, limit: int) -> list[Row]:
    """Up to `limit` drawers without an embedding: id, text, speaker."""
    return await database.run(_UNEMBEDDED, owner=owner.key, limit=limit)


async def fill(
    database: Database, owner: Owner, ids: Sequence[str], vectors: Vectors, states: Sequence[bytes | None], model: str
) -> int:
    """Store one vector per id, with its token states if known; returns the number of drawers updated."""
    rows = [
        {"id": id_, "embedding": vector.tolist(), "token_states": read}
        for id_, vector, read in zip(ids, vectors, states, strict=True)
    ]
    return int((await database.run(_SET, owner=owner.key, rows=rows, model=model))[0]["filled"])


async def drawers_without_states(database: Database, owner: Owner, model: str, tag: bytes, limit: int) -> list[str]:
    """Ids of up to `limit` drawers that this model embedded, without token states along the tag's axes."""
    rows = await database.run(_UNREAD, owner=owner.key, model=model, tag=tag, limit=limit)
    return [row["id"] for row in rows]


async def drawer_texts(database: Database, owner: Owner, ids: Sequence[str]) -> list[Row]:
    """The texts to embed of these drawers: id, text, speaker; withheld drawers are left out."""
    return await database.run(_SPOKEN, owner=owner.key, ids=list(ids))


async def fill_states(
    database: Database, owner: Owner, ids: Sequence[str], states: Sequence[bytes | None], model: str
) -> int:
    """Store token states of drawers that this model embedded; returns the number of drawers updated."""
    rows = [{"id": id_, "token_states": read} for id_, read in zip(ids, states, strict=True)]
    return int((await database.run(_SET_STATES, owner=owner.key, rows=rows, model=model))[0]["filled"])


async def unembedded_memories(database: Database, owner: Owner, limit: int) -> list[Row]:
    """Up to `limit` memories without an embedding: id, text."""
    return await database.run(_UNEMBEDDED_MEMORIES, owner=owner.key, limit=limit)


async def fill_memories(database: Database, owner: Owner, rows: Sequence[Row], vectors: Vectors, model: str) -> int:
    """Store one vector per memory row whose text is unchanged; returns the number of memories updated."""
    filled = [
        {"id": row["id"], "text": row["text"], "embedding": vector.tolist()}
        for row, vector in zip(rows, vectors, strict=True)
    ]
    return int((await database.run(_SET_MEMORIES, owner=owner.key, rows=filled, model=model))[0]["filled"])


async def reset(database: Database, owner: Owner) -> int:
    """Remove all of an owner's vectors in batches; returns their number."""
    done = 0
    for query in (_RESET, _RESET_MEMORIES):
        while count := int((await database.run(query, owner=owner.key, limit=RESET_BATCH))[0]["reset"]):
            done += count
    return done
