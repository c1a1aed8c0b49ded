// Carries out a batch of a dream's plan: what is still as the plan saw it gets its new tier, the old stay there ends where
// the new one begins, and one edge says what was before and why. Each memory is locked before it is looked at. What a clock
// that has gone back would end before it began lasts a microsecond.
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
WHERE m.tier = row.tier_before AND m.sub_tier = row.sub_tier_before
  AND [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
       m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] = row.seen
MATCH (m)-[open:IN_TIER]->(:Tier)
WHERE open.until IS NULL
MERGE (t:Tier {owner: $owner, name: row.tier})
SET open.until = CASE WHEN open.since >= $now THEN open.since + duration({microseconds: 1}) ELSE $now END,
    open.closed_by = $run, m.tier = row.tier, m.sub_tier = row.sub_tier,
    m.merged_into = coalesce(row.merged_into, m.merged_into)
CREATE (m)-[:IN_TIER {since: open.until, reason: row.reason, run: $run}]->(t)
CREATE (r)-[:CHANGED {owner: $owner, run: $run, number: r.number, place: row.place, at: $now, step: row.step,
                      rules: [row.rule], evidence: row.evidence, before: row.before, after: row.after}]->(m)
RETURN m.id AS id
