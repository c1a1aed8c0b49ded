// List live relations of these types between an owner's memories, with the turns behind both ends.
// It serves evaluations, and a person who wants to see retired memories.
// mode: read
// params: owner, types, limit
// returns: type, new, old, new_sources, old_sources
MATCH (a:Memory {owner: $owner})-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->(b:Memory)
WHERE type(e) IN $types AND e.retracted_at > datetime()
  AND a.forgotten_at IS NULL AND b.forgotten_at IS NULL
RETURN type(e) AS type, a.text AS new, b.text AS old,
       [(a)-[:DERIVED_FROM]->(d:Drawer) | d.source_id] AS new_sources,
       [(b)-[:DERIVED_FROM]->(d:Drawer) | d.source_id] AS old_sources
ORDER BY a.said_at, a.id
LIMIT $limit
