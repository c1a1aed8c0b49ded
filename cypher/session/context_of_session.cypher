// What an agent has before it that sees its whole session: the turns said in it since its context began, the latest first,
// and the memories that were made of them there. In the order of the index.
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
