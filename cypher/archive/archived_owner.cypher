// Return the properties of an owner's node for an archive, and the labels of the owner's keys.
// A key itself leaves no store.
// mode: read
// params: owner
// returns: name, properties, keys
MATCH (o:Owner {key: $owner})
WHERE o.name IS NOT NULL
RETURN o.name AS name, o {.*, key: null, name: null, erased_at: null, last_written_at: null, moving_to: null, arriving_from: null,
            audit_number: null, audit_sealed: null, audit_head: null, audit_dropped: null, audit_dropped_hash: null,
            unsealed: null, characters: null, quota: null, relations: coalesce(o.relations, 0)} AS properties,
       COLLECT { MATCH (k:ApiKey {owner: $owner}) RETURN k.label ORDER BY k.created_at } AS keys
