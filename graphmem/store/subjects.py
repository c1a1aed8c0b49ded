"""All data about a person, read without limits: a report must not miss anything."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.subject import SubjectTurn
from graphmem.model.transcript import Role
from graphmem.model.views import Fact
from graphmem.store import lucene, memory_recall, recall
from graphmem.store.database import Database
from graphmem.store.entity_views import fact_of
from graphmem.store.memory_views import memory_of
from graphmem.store.queries import bind

_MEMORIES = bind("subject/subject_memories", __name__)
_TURNS = bind("subject/subject_turns", __name__)
_FACTS = bind("subject/subject_facts", __name__)
_WITHHELD = bind("subject/subject_withheld", __name__)

FIELDS = {"text": 1.0}


async def memories(
    database: Database, owner: Owner, uris: Sequence[str], words: Collection[str]
) -> list[tuple[Memory, bool]]:
    """Memories that mention one of the entities (True), or contain one of the words; the latest first."""
    query = lucene.owner_query(owner.key, sorted(words), FIELDS)
    indexes = [] if query is None else [*memory_recall.INDEXES.values()]
    rows = await database.run(_MEMORIES, owner=owner.key, uris=list(uris), indexes=indexes, lucene=query or "")
    return [(memory_of(row["memory"]), row["is_named"]) for row in rows]


async def turns(database: Database, owner: Owner, words: Collection[str]) -> list[SubjectTurn]:
    """Turns that contain one of the words, or whose speaker does; the latest first."""
    query = lucene.owner_query(owner.key, sorted(words), FIELDS | recall.TEXT_FIELDS)
    if query is None:
        return []
    rows = await database.run(_TURNS, owner=owner.key, indexes=[*recall.INDEXES.values()], lucene=query)
    return [SubjectTurn(**(row | {"role": Role(row["role"])})) for row in rows]


async def facts(database: Database, owner: Owner, uris: Sequence[str]) -> list[Fact]:
    """Facts with one of the entities as subject or object, by start of valid time."""
    rows = await database.run(_FACTS, owner=owner.key, uris=list(uris))
    return [fact_of(row["fact"]) for row in rows]


async def withheld(database: Database, owner: Owner, uris: Sequence[str]) -> int:
    """Number of forgotten memories that mentioned one of the entities."""
    return int((await database.run(_WITHHELD, owner=owner.key, uris=list(uris)))[0]["count"])
