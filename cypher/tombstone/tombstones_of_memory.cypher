// Return the standing tombstones that a correction of one memory set.
// mode: read
// params: owner, memory
// returns: id
MATCH (t:Tombstone)
USING INDEX t:Tombstone(owner, memory)
WHERE t.owner = $owner AND t.memory = $memory AND t.standing AND t.reason = 'corrected'
RETURN t.id AS id
LIMIT 20
