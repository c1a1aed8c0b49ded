// The strengths of memories whose use turned out well or badly, read under their locks, the smaller id first: what is
// written next follows from what stands there now.
// mode: write
// params: owner, ids
// returns: id, stability, difficulty, utility, last_accessed_at
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WITH m WHERE m.owner = $owner
SET m.access_count = m.access_count
RETURN m.id AS id, m.stability AS stability, m.difficulty AS difficulty, m.utility AS utility,
       m.last_accessed_at AS last_accessed_at
