// Keys of earlier releases may do everything, as they could; their digest names them, since their first characters were
// not kept.
// mode: write
// params: limit
// returns: changed
MATCH (k:ApiKey)
WHERE k.scopes IS NULL
WITH k LIMIT $limit
SET k.scopes = ['read', 'write', 'dream', 'admin'], k.prefix = '#' + left(k.hash, 8)
RETURN count(k) AS changed
