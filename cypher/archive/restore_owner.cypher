// What an archive says of its owner: counters go up to its own, so that numbers given out there are given out nowhere again.
// Settings that were made here stay. `tombstone_key` is what hashes of both sides are known by.
// mode: write
// params: owner, properties, tombstone_key
// returns: nothing
MATCH (o:Owner {key: $owner})
SET o.created_at = CASE WHEN $properties.created_at < o.created_at THEN $properties.created_at ELSE o.created_at END,
    o.wings = CASE WHEN coalesce($properties.wings, 0) > coalesce(o.wings, 0) THEN $properties.wings ELSE o.wings END,
    o.dreams = CASE WHEN coalesce($properties.dreams, 0) > coalesce(o.dreams, 0) THEN $properties.dreams ELSE o.dreams END,
    o.settings = coalesce(o.settings, $properties.settings),
    o.settings_version = coalesce(o.settings_version, $properties.settings_version),
    o.tombstone_key = $tombstone_key
