// Return the procedure of a name that is believed now, under the first of its keys that exists.
// A project's procedure goes before one that concerns all. `of_any` asks for any project's procedure where neither
// exists.
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
