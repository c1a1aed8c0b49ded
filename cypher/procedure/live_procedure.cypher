// The procedure of a name that is believed now, by the key of its name.
// mode: read
// params: owner, slug
// returns: memory
MATCH (p:Procedure)
USING INDEX p:Procedure(owner, slug)
WHERE p.owner = $owner AND p.slug = $slug AND p.retracted_at = datetime('9999-12-31T00:00:00Z')
RETURN p {.*, embedding: null} AS memory
ORDER BY p.recorded_at DESC LIMIT 1
