// Carry out a batch of a dream's plan on the memories that are still as the plan saw them.
// A memory gets its new tier, or fades more slowly where the plan rehearses it. One edge records the state before and
// the reason. With a new tier, the old stay ends where the new one begins. The statement locks each memory before it
// reads it. If the clock has gone back, a stay that would end before it began lasts a microsecond.
// mode: write
// params: owner, run, now, rows
// returns: id
MATCH (r:DreamRun {id: $run})
WHERE r.owner = $owner AND r.state = 'running'
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
SET m.owner = $owner
WITH r, row, m
WHERE CASE WHEN row.moves THEN m.tier = row.tier_before AND m.sub_tier = row.sub_tier_before
           ELSE m.tier <> 'dormant' AND m.stability = row.stability_before
                AND coalesce(m.rehearsed_at = row.rehearsed_before, m.rehearsed_at IS NULL AND row.rehearsed_before IS NULL) END
  AND [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
       m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] = row.seen
MATCH (m)-[open:IN_TIER]->(:Tier)
WHERE open.until IS NULL
SET m.stability = coalesce(row.stability, m.stability), m.rehearsed_at = coalesce(row.rehearsed_at, m.rehearsed_at)
FOREACH (stay IN CASE WHEN row.moves THEN [open] ELSE [] END |
  MERGE (t:Tier {owner: $owner, name: row.tier})
  SET stay.until = CASE WHEN stay.since >= $now THEN stay.since + duration({microseconds: 1}) ELSE $now END,
      stay.closed_by = $run, m.tier = row.tier, m.sub_tier = row.sub_tier,
      m.merged_into = coalesce(row.merged_into, m.merged_into)
  CREATE (m)-[:IN_TIER {since: stay.until, reason: row.reason, run: $run}]->(t)
)
CREATE (r)-[:CHANGED {owner: $owner, run: $run, number: r.number, place: row.place, at: $now, step: row.step,
                      rules: [row.rule], evidence: row.evidence, before: row.before, after: row.after}]->(m)
RETURN m.id AS id
