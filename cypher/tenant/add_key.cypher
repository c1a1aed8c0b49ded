// Store the hash of a new bearer key.
// It runs under the owner's lock, so that no key is issued while its owner is erased.
// mode: write
// params: owner, name, hash, prefix, label, scopes, agent, expires_at, now
// returns: nothing
MERGE (k:ApiKey {hash: $hash})
ON CREATE SET k.owner = $owner, k.owner_name = $name, k.label = $label, k.prefix = $prefix, k.scopes = $scopes,
              k.agent = $agent, k.expires_at = $expires_at, k.created_at = $now
