// Lock a block of the owner until the transaction ends, and return its memories.
// These are the memories it showed and those made from the turns it showed. `told` is the outcome reported about it
// before.
// mode: write
// params: owner, id, since, limit
// returns: memories, told
MATCH (b:Block {id: $id})
WHERE b.owner = $owner AND b.made_at > $since
SET b.told = b.told
WITH b
RETURN b.told AS told, b.memories + COLLECT {
  UNWIND b.turns AS turn
  MATCH (d:Drawer {id: turn})<-[:DERIVED_FROM]-(m:Memory)
  WHERE d.owner = $owner AND m.owner = $owner
  RETURN m.id LIMIT $limit
} AS memories
