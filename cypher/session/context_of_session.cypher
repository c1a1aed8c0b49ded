// Return the context of an agent that sees its whole session: turns and memories, the latest first.
// These are the turns since the context began and the memories made of them there. The order is the index's.
// mode: read
// params: owner, session, limit
// returns: turns, memories
OPTIONAL MATCH (s:Session {owner: $owner, id: $session})
WITH coalesce(s.context_since, datetime({epochSeconds: 0})) AS since
CALL (since) {
  MATCH (d:Drawer)
  USING INDEX d:Drawer(owner, conversation, filed_at, position)
  WHERE d.owner = $owner AND d.conversation = $session AND d.filed_at >= since AND d.position IS NOT NULL
  WITH d ORDER BY d.owner DESC, d.conversation DESC, d.filed_at DESC, d.position DESC LIMIT $limit
  RETURN collect(d.id) AS turns, collect([(d)<-[:DERIVED_FROM]-(m:Memory) WHERE m.session = $session | m.id]) AS made
}
RETURN turns, reduce(all = [], ids IN made | all + ids) AS memories
