// Record the hour in which a key was used, once in that hour.
// mode: write
// params: hash, hour
// returns: nothing
MATCH (k:ApiKey {hash: $hash})
WHERE k.used_at IS NULL OR k.used_at < $hour
SET k.used_at = $hour
