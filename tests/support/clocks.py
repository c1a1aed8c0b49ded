"""A store whose data have times ahead of the clock, as after the clock was set back."""

from __future__ import annotations

from neomodel import adb

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.store import nodes

_AHEAD = """
MATCH (n) WHERE n.owner = $owner OR (n:Owner AND n.key = $owner)
CALL (n) {
  UNWIND [key IN keys(n) WHERE valueType(n[key]) STARTS WITH 'ZONED DATETIME' AND n[key].year < 9999] AS key
  SET n[key] = n[key] + duration('PT1H')
}
WITH collect(n) AS found
UNWIND found AS n
MATCH (n)-[r]->()
CALL (r) {
  UNWIND [key IN keys(r) WHERE valueType(r[key]) STARTS WITH 'ZONED DATETIME' AND r[key].year < 9999] AS key
  SET r[key] = r[key] + duration('PT1H')
}
"""


async def goes_back(memory: GraphMem, owner: Owner) -> None:
    """Move the owner's stored times an hour ahead, as after the clock was set back an hour."""
    await nodes.use(memory.database)
    await adb.cypher_query(_AHEAD, {"owner": owner.key})
