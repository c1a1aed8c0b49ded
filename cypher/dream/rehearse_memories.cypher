// Carries out what a dream's plan rehearses: what is still as the plan saw it fades more slowly from now on, and stays in its
// tier. One edge says what was before and why. Each memory is locked before it is looked at.
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
WHERE m.stability = row.stability_before AND m.tier <> 'dormant'
  AND (m.rehearsed_at = row.rehearsed_before OR (m.rehearsed_at IS NULL AND row.rehearsed_before IS NULL))
  AND [coalesce(m.access_count, 0), m.last_accessed_at.epochMillis, m.recorded_at.epochMillis, m.valid_until.epochMillis,
       m.retracted_at.epochMillis, coalesce(m.pinned, false), coalesce(m.immutable, false), m.utility] = row.seen
SET m.stability = row.stability, m.rehearsed_at = row.rehearsed_at
CREATE (r)-[:CHANGED {owner: $owner, run: $run, number: r.number, place: row.place, at: $now, step: row.step,
                      rules: [row.rule], evidence: row.evidence, before: row.before, after: row.after}]->(m)
RETURN m.id AS id
