"""Memories whose two clocks a test sets itself, since the store writes the present."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.interval import FOREVER
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType

_MEMORY = """MATCH (m:Memory {id: $id, owner: $owner}) SET m += $times WITH m
CALL (m) { MATCH (m)-[r:MENTIONS]->() SET r.valid_from = m.valid_from }
OPTIONAL MATCH (:Entity {owner: $owner})-[f:FACT {memory_id: $id}]->() SET f += $times RETURN count(m) AS found"""
_EDGE = """MATCH (:Memory {id: $source, owner: $owner})-[e:CAUSES]->(:Memory {id: $target}) SET e += $times
RETURN count(e) AS found"""
_ACCESSED = """MATCH (m:Memory {id: $id, owner: $owner}) SET m += $times RETURN count(m) AS found"""
_TOGETHER = """MATCH (a:Memory {owner: $owner})-[c:COACTIVATED]-(b:Memory) WHERE a.id < b.id
RETURN round(coalesce(sum(c.count), 0)) AS found"""


def day(month: int, number: int = 1, *, year: int = 2026) -> datetime:
    """Midnight of a day, UTC."""
    return datetime(year, month, number, tzinfo=UTC)


async def learn(memory: GraphMem, owner: Owner, text: str, category: Category = Category.FACT, *scope: str) -> str:
    """A memory of this very text; its id."""
    seen = await memory.observer.learn(owner, text, category=category, scope=scope)
    (verdict,) = seen.statements
    assert verdict.memory is not None, verdict.reason
    return verdict.memory


async def date(
    memory: GraphMem,
    owner: Owner,
    id_: str,
    *,
    valid: datetime,
    until: datetime = FOREVER,
    recorded: datetime,
    retracted: datetime = FOREVER,
) -> None:
    """Set both clocks of a memory and of the facts that were read from it."""
    await _set(memory, _MEMORY, owner, _times(valid, until, recorded, retracted), id=id_)


async def cause(
    memory: GraphMem,
    owner: Owner,
    source: str,
    target: str,
    *,
    valid: datetime,
    until: datetime = FOREVER,
    recorded: datetime,
    retracted: datetime = FOREVER,
) -> None:
    """Make one memory the cause of another within these times."""
    await memory.memories.relate(owner, source, target, RelationType.CAUSES, confidence=0.8)
    await _set(memory, _EDGE, owner, _times(valid, until, recorded, retracted), source=source, target=target)


async def leave(memory: GraphMem, owner: Owner, id_: str, since: datetime) -> None:
    """Let nobody have asked for a memory since then."""
    await _set(memory, _ACCESSED, owner, {"last_accessed_at": since}, id=id_)


async def together(memory: GraphMem, owner: Owner) -> int:
    """How often pairs of the owner's memories were recalled together, in all."""
    return await _set(memory, _TOGETHER, owner, {})


def _times(valid: datetime, until: datetime, recorded: datetime, retracted: datetime) -> dict[str, datetime]:
    return {"valid_from": valid, "valid_until": until, "recorded_at": recorded, "retracted_at": retracted}


async def _set(memory: GraphMem, query: str, owner: Owner, given: dict[str, datetime], **ids: str) -> int:
    async with memory.database.driver.session(database="neo4j") as session:
        found = await (await session.run(query, {"owner": owner.key, "times": given, **ids})).single()
    assert found is not None
    return int(found["found"])
