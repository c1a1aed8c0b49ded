// Ends keys of an owner at an instant, unless they end before it: those that a rotation replaces.
// mode: write
// params: owner, hashes, at
// returns: nothing
MATCH (k:ApiKey {owner: $owner})
WHERE k.hash IN $hashes AND (k.expires_at IS NULL OR k.expires_at > $at)
SET k.expires_at = $at
