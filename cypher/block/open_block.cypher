// A block of the owner, locked until the transaction ends, with the memories that it showed: themselves, and those that were
// made of the turns it showed. `told` is what was told about it before.
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
