// List decisions of one state, the latest proposal first, after a cursor, with the texts read then.
// mode: read
// params: owner, state, after_at, after_id, limit
// returns: id, proposed_at, language, old, new
MATCH (r:Review)
USING INDEX r:Review(owner, state, proposed_at, id)
WHERE r.owner = $owner AND r.state = $state AND r.proposed_at <= coalesce($after_at, datetime('9999-12-31T00:00:00Z'))
  AND r.id IS NOT NULL AND ($after_at IS NULL OR r.proposed_at < $after_at OR r.id < $after_id)
WITH r
ORDER BY r.owner DESC, r.state DESC, r.proposed_at DESC, r.id DESC
LIMIT $limit
MATCH (r)-[:OLDER]->(older:Memory)
MATCH (r)-[:NEWER]->(newer:Memory)
WHERE older.forgotten_at IS NULL AND newer.forgotten_at IS NULL
WITH r, older, newer,
     COLLECT { MATCH (v:Memory)-[:VERSION_OF]->(older) WHERE v.recorded_at <= r.decided_at < v.retracted_at
               RETURN v.text LIMIT 1 } AS was_old,
     COLLECT { MATCH (v:Memory)-[:VERSION_OF]->(newer) WHERE v.recorded_at <= r.decided_at < v.retracted_at
               RETURN v.text LIMIT 1 } AS was_new
RETURN r.id AS id, r.proposed_at AS proposed_at, newer.language AS language,
       coalesce(was_old[0], older.text) AS old, coalesce(was_new[0], newer.text) AS new
ORDER BY r.proposed_at DESC, r.id DESC
