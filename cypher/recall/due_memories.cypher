// List the plans that end soon, and missed plans that ended after `since`, the first to end first.
// A plan is missed if nobody was told of it in time. Each comes with the time when somebody was told, and the newest
// statement of which an open review asks whether it ended the plan.
// mode: read
// params: owner, tiers, since, now, until, limit
// returns: memory, said_at, told_at, later
UNWIND $tiers AS tier
CALL (tier) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, temporal_type, valid_until, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.temporal_type = 'time_bounded' AND m.valid_until > $since
    AND (m.valid_until > $now OR m.due_told_at IS NULL) AND m.valid_until <= $until AND m.id IS NOT NULL AND m.foresight AND m.retracted_at > $now
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
