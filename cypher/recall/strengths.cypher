// Return the strengths of used memories under their locks, taken in the order of the ids.
// The next write computes from these values.
// mode: write
// params: owner, ids
// returns: id, stability, difficulty, utility, last_accessed_at
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WITH m WHERE m.owner = $owner
SET m.access_count = m.access_count
RETURN m.id AS id, m.stability AS stability, m.difficulty AS difficulty, m.utility AS utility,
       m.last_accessed_at AS last_accessed_at
