// Merge an archive's properties of the owner: counters only rise, and settings made here stay.
// Counters rise to the archive's own, so that a number given out there is never given out again. `tombstone_key` is the
// key that hashes of both sides use.
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
