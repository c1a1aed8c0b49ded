// What of a memory a person can change, without its text; nothing for a memory that is none's.
// mode: read
// params: owner, id
// returns: state
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
RETURN [m.id, m.tier, m.category, toString(m.priority), toString(m.pinned), toString(m.immutable),
        toString(m.valid_from), toString(m.valid_until), toString(m.recorded_at), toString(m.retracted_at)] AS state
