// Record how a use turned out: strengths after the review, and the counters of procedures.
// `rows` has the new stability and difficulty, and the utility, a step nearer to the outcome.
// mode: write
// params: owner, rows, success, now
// returns: recorded
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WITH m, row WHERE m.owner = $owner
SET m.stability = row.stability, m.difficulty = row.difficulty, m.utility = row.utility, m.last_accessed_at = $now,
    m.used_at = $now,
    m.access_count = m.access_count + 1,
    m.success_count = coalesce(m.success_count, 0) + CASE WHEN $success THEN 1 ELSE 0 END,
    m.failure_count = coalesce(m.failure_count, 0) + CASE WHEN $success THEN 0 ELSE 1 END
RETURN count(m) AS recorded
