// Revoke rights of a member in the space $owner: of the member, of one agent, or of both (`every`).
// Each right gets an end in transaction time, and a new record says that it ended now. Both use the database's clock,
// so that the end counts at once for every caller.
// mode: write
// params: owner, member, agent, every, forever
// returns: id, right
MATCH (s:Owner {key: $owner})
WHERE s.kind = 'SPACE'
WITH s
MATCH (m:Owner {key: $member})-[g:MAY]->(s)
WITH s, m, g, datetime.truncate('microsecond', datetime.realtime()) AS now
WHERE g.retracted_at > now AND g.until > now AND ($every OR coalesce(g.agent, '') = coalesce($agent, ''))
SET g.retracted_at = now
MERGE (m)-[h:MAY {id: g.id + '/ended'}]->(s)
ON CREATE SET h.right = g.right, h.agent = g.agent, h.by = g.by, h.since = g.since, h.until = now,
              h.recorded_at = now, h.retracted_at = $forever
RETURN g.id AS id, g.right AS right
