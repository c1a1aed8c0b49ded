// List a user's statements that open reviews set against some memories, the newest first.
// Each such review asks whether the statement ended the memory. Statements of tools and agents do not count.
// mode: read
// params: owner, memories, now
// returns: key, id
UNWIND $memories AS key
MATCH (m:Memory {id: key})
WHERE m.owner = $owner
MATCH (m)<-[:OLDER]-(r:Review)-[:NEWER]->(newer:Memory)
WHERE r.owner = $owner AND r.state = 'open' AND newer.owner = $owner
  AND newer.data_source = 'user_message' AND newer.retracted_at > $now AND newer.valid_until > $now
RETURN key, newer.id AS id
ORDER BY newer.recorded_at DESC, newer.id
