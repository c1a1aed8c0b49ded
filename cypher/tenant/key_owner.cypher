// Whose key this is. Asked when an agent's request comes in, by unique index.
// mode: read
// params: hash
// returns: owner, name
MATCH (k:ApiKey {hash: $hash})
RETURN k.owner AS owner, k.owner_name AS name
