// The stored vectors of a few memories, for the choice of what to show beside each other.
// mode: read
// params: owner, ids
// returns: found
MATCH (m:Memory)
WHERE m.id IN $ids AND m.owner = $owner AND m.embedding IS NOT NULL
RETURN collect([m.id, m.embedding]) AS found
