// Return the fields of a memory that a person can change, without its text.
// No row comes back for an id that the owner does not have.
// mode: read
// params: owner, id
// returns: state
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
RETURN [m.id, m.tier, m.category, toString(m.priority), toString(m.pinned), toString(m.immutable),
        toString(m.valid_from), toString(m.valid_until), toString(m.recorded_at), toString(m.retracted_at)] AS state
