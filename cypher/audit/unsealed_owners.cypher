// List owners with entries that wait for their hashes and who are not moving between databases.
// mode: read
// params: limit
// returns: owner
MATCH (o:Owner)
USING INDEX o:Owner(unsealed)
WHERE o.unsealed = true AND o.name IS NOT NULL AND coalesce(o.moving_to, o.arriving_from) IS NULL
RETURN o.key AS owner
LIMIT $limit
