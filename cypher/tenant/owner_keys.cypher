// List the keys of an owner, oldest first.
// mode: read
// params: owner
// returns: hash, prefix, label, scopes, agent, created_at, expires_at, used_at
MATCH (k:ApiKey {owner: $owner})
RETURN k.hash AS hash, coalesce(k.prefix, '#' + left(k.hash, 8)) AS prefix, k.label AS label,
       coalesce(k.scopes, ['read', 'write', 'dream', 'admin']) AS scopes, k.agent AS agent,
       k.created_at AS created_at, k.expires_at AS expires_at, k.used_at AS used_at
ORDER BY created_at, prefix
