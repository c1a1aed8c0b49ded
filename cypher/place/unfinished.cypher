// List owners whose move began and has not ended.
// mode: read
// params: nothing
// returns: owner, name
MATCH (p:Lease)
WHERE p.moving_to IS NOT NULL OR p.leaving IS NOT NULL
RETURN p.owner AS owner, p.owner_name AS name
