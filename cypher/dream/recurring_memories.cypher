// Return, for each of these memories, the evidence of a recurrence: its facts and conversations.
// Facts are those that hold by it: subject and relation. Of an often repeated memory only the first turns count.
// mode: read
// params: owner, ids, now, limit
// returns: id, facts, conversations
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner
RETURN m.id AS id,
       COLLECT {
         MATCH (s:Entity)-[f:FACT]->(:Entity)
         USING INDEX f:FACT(owner, memory_id)
         WHERE f.owner = $owner AND f.memory_id = id AND f.valid_until > $now AND f.retracted_at > $now
         RETURN {subject: s.uri, name: s.name, predicate: f.predicate} LIMIT $limit
       } AS facts,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WITH d LIMIT $limit RETURN DISTINCT coalesce(d.conversation, d.id) } AS conversations
