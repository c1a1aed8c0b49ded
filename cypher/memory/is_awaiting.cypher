// Return whether a memory waits for a review; no row for an id that the owner does not have.
// mode: read
// params: owner, id, by
// returns: is_held
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
RETURN coalesce(m.invalidated_by = $by, false) AND m.forgotten_at IS NULL
       AND m.retracted_at < datetime('9999-12-31T00:00:00Z') AS is_held
