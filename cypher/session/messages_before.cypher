// List the last messages of a conversation filed before a given one, oldest first, as its context.
// The statement compares the times, because the driver cuts them at microseconds. The order is the index's.
// mode: read
// params: owner, conversation, id, limit
// returns: id, text, speaker, role, said_at, language, observed, embedding, project
MATCH (next:Drawer {id: $id})
WHERE next.owner = $owner
WITH next.filed_at AS filed_at, next.position AS position
CALL (filed_at, position) {
  MATCH (d:Drawer)
  USING INDEX d:Drawer(owner, conversation, filed_at, position)
  WHERE d.owner = $owner AND d.conversation = $conversation AND d.filed_at <= filed_at AND d.position IS NOT NULL
    AND (d.filed_at < filed_at OR d.position < position) AND d.withheld IS NULL
  RETURN d ORDER BY d.owner DESC, d.conversation DESC, d.filed_at DESC, d.position DESC LIMIT $limit
}
RETURN d.id AS id, d.text AS text, d.speaker AS speaker, d.role AS role, d.said_at AS said_at,
       d.language AS language, coalesce(d.observed, false) AS observed, d.embedding AS embedding, d.project AS project
ORDER BY d.filed_at, d.position
