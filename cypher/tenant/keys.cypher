// The keys of an owner, without anything that could be used as one.
// mode: read
// params: owner
// returns: hash, label, created_at
MATCH (k:ApiKey {owner: $owner})
RETURN k.hash AS hash, k.label AS label, k.created_at AS created_at
ORDER BY created_at
