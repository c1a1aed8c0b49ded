// Where memories were said, for the turns to be weighed by them: every turn that each derives from, of those said by
// `until` when it is given. All in one row of lists, like `recall/describe_memories`, of which this needs a tenth.
// mode: read
// params: owner, ids, until
// returns: found
MATCH (m:Memory)
WHERE m.id IN $ids AND m.owner = $owner
MATCH (m)-[:DERIVED_FROM]->(d:Drawer)
WHERE $until IS NULL OR d.said_at <= $until
RETURN collect([m.id, d.id, d.room_id, d.position, d.speaker, d.language]) AS found
