// List a few turns in the space $owner that one member told, the first filed first.
// They go with their author.
// mode: read
// params: owner, conversation, author, limit
// returns: pointer
MATCH (d:Drawer)
USING INDEX d:Drawer(owner, conversation, filed_at, position)
WHERE d.owner = $owner AND d.conversation STARTS WITH $conversation AND d.filed_at IS NOT NULL
  AND d.position IS NOT NULL
WITH d WHERE d.owner = $owner AND d.author = $author
RETURN d.pointer AS pointer
LIMIT $limit
