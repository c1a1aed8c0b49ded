// Grant a member a right in the space $owner, by the database's clock, under the locks of both.
// No row comes back if the space is gone, or if the member is a space itself.
// mode: write
// params: owner, member, id, right, agent, until, by, forever
// returns: since
MATCH (s:Owner {key: $owner})
WHERE s.kind = 'SPACE'
WITH s
MATCH (m:Owner {key: $member})
WHERE m.kind IS NULL
WITH s, m, datetime.truncate('microsecond', datetime.realtime()) AS now
MERGE (m)-[g:MAY {id: $id}]->(s)
ON CREATE SET g.right = $right, g.agent = $agent, g.by = $by, g.since = now, g.until = coalesce($until, $forever),
              g.recorded_at = now, g.retracted_at = $forever
RETURN g.since AS since
