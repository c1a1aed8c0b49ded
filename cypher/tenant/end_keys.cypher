// Set the end of an owner's keys that a rotation replaces, unless they end before it.
// mode: write
// params: owner, hashes, at
// returns: nothing
MATCH (k:ApiKey {owner: $owner})
WHERE k.hash IN $hashes AND (k.expires_at IS NULL OR k.expires_at > $at)
SET k.expires_at = $at
