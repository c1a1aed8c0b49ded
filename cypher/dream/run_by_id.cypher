// Return one dream.
// mode: read
// params: owner, id
// returns: run
MATCH (r:DreamRun {id: $id})
WHERE r.owner = $owner
RETURN r {.*} AS run
