// Count the owner's episodes that are believed now.
// mode: read
// params: owner
// returns: count
MATCH (e:Episode)
USING INDEX e:Episode(owner, valid_from, id)
WHERE e.owner = $owner AND e.valid_from IS NOT NULL AND e.id IS NOT NULL
  AND e.retracted_at = datetime('9999-12-31T00:00:00Z')
RETURN count(e) AS count
