// Return the owner and the scopes of a key, by unique index.
// The API asks it for each request of an agent. A key of an earlier release opens everything; it may lie in a store
// that a newer process has just begun to migrate.
// mode: read
// params: hash
// returns: owner, name, prefix, label, scopes, agent, created_at, expires_at, used_at, quota
MATCH (k:ApiKey {hash: $hash})
OPTIONAL MATCH (o:Owner {key: k.owner})
RETURN k.owner AS owner, k.owner_name AS name, coalesce(k.prefix, '#' + left(k.hash, 8)) AS prefix, k.label AS label,
       coalesce(k.scopes, ['read', 'write', 'dream', 'admin']) AS scopes, k.agent AS agent,
       k.created_at AS created_at, k.expires_at AS expires_at, k.used_at AS used_at, o.quota AS quota
