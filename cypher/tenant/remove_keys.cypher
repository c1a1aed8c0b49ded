// Revokes the keys of an owner that carry a label.
// mode: write
// params: owner, label
// returns: removed
MATCH (k:ApiKey {owner: $owner})
WHERE k.label = $label
DELETE k
RETURN count(*) AS removed
