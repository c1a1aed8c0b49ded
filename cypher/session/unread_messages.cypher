// List a session's messages that nobody has read for memories yet, oldest first.
// The order is the index's.
// mode: read
// params: owner, conversation, limit
// returns: id, text, speaker, role, said_at, language, observed, embedding, project
MATCH (d:Drawer {owner: $owner, conversation: $conversation, observed: false})
USING INDEX d:Drawer(owner, conversation, observed, filed_at)
WHERE d.filed_at IS NOT NULL
WITH d ORDER BY d.owner, d.conversation, d.observed, d.filed_at, d.position LIMIT $limit
RETURN d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at,
       d.language AS language, d.observed AS observed, d.embedding AS embedding, d.project AS project
ORDER BY d.filed_at, d.position
