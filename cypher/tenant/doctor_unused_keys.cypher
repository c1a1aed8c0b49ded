// Find keys unused for ninety days, or never used: they open a memory to anybody who finds them.
// mode: read
// params: nothing
// returns: found, example
MATCH (k:ApiKey)
WHERE coalesce(k.used_at, k.created_at) < datetime() - duration('P90D') AND coalesce(k.expires_at > datetime(), true)
RETURN count(k) AS found, min(coalesce(k.prefix, k.label)) AS example
