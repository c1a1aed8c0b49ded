// Count the owner's procedures that are believed now.
// mode: read
// params: owner
// returns: count
MATCH (p:Procedure)
USING INDEX p:Procedure(owner, slug)
WHERE p.owner = $owner AND p.slug IS NOT NULL AND p.retracted_at = datetime('9999-12-31T00:00:00Z')
RETURN count(p) AS count
