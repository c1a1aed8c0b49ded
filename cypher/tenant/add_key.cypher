// A bearer key of an owner. Only its SHA-256 is kept; the key itself is shown once and never again.
// mode: write
// params: owner, hash, label
// returns: nothing
MERGE (k:ApiKey {hash: $hash})
ON CREATE SET k.owner = $owner, k.label = $label, k.created_at = datetime()
