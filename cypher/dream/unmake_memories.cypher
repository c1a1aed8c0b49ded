// Remove the memories that a dream made, with their edges, when the dream is undone.
// A memory that somebody has since kept, used or linked stays.
// mode: write
// params: owner, run, ids
// returns: id
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner AND m.write_source = 'dream' AND coalesce(m.access_count, 0) = 0
  AND NOT coalesce(m.pinned, false) AND NOT coalesce(m.immutable, false)
WITH m, id
MATCH (m)<-[c:CHANGED]-(:DreamRun {id: $run})
WHERE NOT EXISTS { (m)-[:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO|COACTIVATED|VERSION_OF]-(:Memory) }
  AND NOT EXISTS { (m)<-[x]-() WHERE x <> c }
DETACH DELETE m
RETURN id
