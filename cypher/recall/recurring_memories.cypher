// List recurring plans, the first to end first, with the fields of `recall/due_memories`.
// mode: read
// params: owner, tiers, now, limit
// returns: memory, said_at, told_at, later
UNWIND $tiers AS tier
CALL (tier) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, temporal_type, valid_until, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.temporal_type = 'recurring' AND m.valid_until > $now AND m.id IS NOT NULL
    AND m.retracted_at > $now
  RETURN m ORDER BY m.owner, m.tier, m.temporal_type, m.valid_until, m.id LIMIT $limit
}
WITH m ORDER BY m.valid_until, m.id LIMIT $limit
CALL (m) {
  OPTIONAL MATCH (m)<-[:OLDER]-(r:Review {owner: $owner, state: 'open'})-[:NEWER]->(newer:Memory {owner: $owner})
  WHERE newer.retracted_at > $now AND NOT newer.data_source IN ['tool_output', 'document', 'feed']
  RETURN newer ORDER BY newer.recorded_at DESC LIMIT 1
}
RETURN m {.*, embedding: null} AS memory, m.said_at AS said_at, m.due_told_at AS told_at,
       newer {.*, embedding: null} AS later
ORDER BY m.valid_until, m.id
