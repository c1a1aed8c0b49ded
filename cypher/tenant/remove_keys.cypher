// Remove keys of an owner.
// mode: write
// params: owner, hashes
// returns: removed
MATCH (k:ApiKey {owner: $owner})
WHERE k.hash IN $hashes
DELETE k
RETURN count(*) AS removed
