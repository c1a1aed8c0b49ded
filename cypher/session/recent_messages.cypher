// List the last messages of a session's conversation, oldest first, as context for a new one.
// The order is the index's, since a conversation may go on for years. Forgotten messages are left out.
// mode: read
// params: owner, conversation, limit
// returns: id, text, speaker, role, said_at, language, observed, embedding, project
MATCH (d:Drawer)
USING INDEX d:Drawer(owner, conversation, filed_at, position)
WHERE d.owner = $owner AND d.conversation = $conversation AND d.filed_at IS NOT NULL AND d.position IS NOT NULL
  AND d.withheld IS NULL
WITH d ORDER BY d.owner DESC, d.conversation DESC, d.filed_at DESC, d.position DESC LIMIT $limit
RETURN d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at,
       d.language AS language, coalesce(d.observed, false) AS observed, d.embedding AS embedding, d.project AS project
ORDER BY d.filed_at, d.position
