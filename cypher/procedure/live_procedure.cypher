// The procedure of a name that is believed now, by the first of its keys that is one's: that of a project goes before what
// concerns all. `of_any` asks for that of any project where none of them is.
// mode: read
// params: owner, slugs, of_any
// returns: memory
MATCH (p:Procedure)
USING INDEX p:Procedure(owner, slug)
WHERE p.owner = $owner AND p.slug IN $slugs AND p.retracted_at = datetime('9999-12-31T00:00:00Z')
WITH p ORDER BY p.slug <> $slugs[0], p.recorded_at DESC LIMIT 1
RETURN p {.*, embedding: null} AS memory
UNION
MATCH (p:Procedure)
USING INDEX p:Procedure(owner, slug)
WHERE $of_any IS NOT NULL AND p.owner = $owner AND p.slug STARTS WITH $of_any
  AND p.retracted_at = datetime('9999-12-31T00:00:00Z')
WITH p ORDER BY p.owner, p.slug LIMIT 1
RETURN p {.*, embedding: null} AS memory
