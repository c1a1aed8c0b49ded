// List the owner's procedures that are believed now, by the key of their names, after a cursor.
// mode: read
// params: owner, after, limit
// returns: memory
MATCH (p:Procedure)
USING INDEX p:Procedure(owner, slug)
WHERE p.owner = $owner AND p.slug > $after AND p.retracted_at = datetime('9999-12-31T00:00:00Z')
RETURN p {.*, embedding: null} AS memory
ORDER BY p.owner, p.slug
LIMIT $limit
