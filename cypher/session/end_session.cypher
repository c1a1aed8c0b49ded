// End a session and clear its working memory, in whatever state either is.
// mode: write
// params: owner, id, now, reason
// returns: id, released
MATCH (s:Session {owner: $owner, id: $id})
SET s.state = 'ended', s.ended_at = $now, s.end_reason = $reason
WITH s
OPTIONAL MATCH (s)-[held:HOLDS]->(m:Memory)
WITH s, collect(held) AS helds, collect(m.id) AS released
FOREACH (held IN helds | DELETE held)
RETURN s.id AS id, released
