// What memories are weighed by among others, as it is kept with them; null for one of which it is not.
// mode: read
// params: owner, ids
// returns: id, gist
MATCH (m:Memory)
USING INDEX m:Memory(id)
WHERE m.id IN $ids
WITH m WHERE m.owner = $owner
RETURN m.id AS id, m.gist AS gist
