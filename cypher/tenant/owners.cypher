// List every owner's key, without erased owners, for maintenance of the whole store (reindex).
// No owner may call it.
// mode: read
// params: nothing
// returns: owner, name, drawers
MATCH (o:Owner)
WHERE o.name IS NOT NULL
RETURN o.key AS owner, o.name AS name, o.drawers AS drawers
ORDER BY o.created_at
