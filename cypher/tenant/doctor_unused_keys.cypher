// Keys that nobody has used for ninety days, or ever since: they open a memory to whoever finds them.
// mode: read
// params: nothing
// returns: found, example
MATCH (k:ApiKey)
WHERE coalesce(k.used_at, k.created_at) < datetime() - duration('P90D') AND coalesce(k.expires_at > datetime(), true)
RETURN count(k) AS found, min(coalesce(k.prefix, k.label)) AS example
