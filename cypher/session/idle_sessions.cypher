// List sessions of all owners idle since before an instant, for the keeper that ends them.
// An owner who started a session and said nothing has no node yet. Owners who move between databases are left alone.
// mode: read
// params: before, limit
// returns: id, owner, name
MATCH (s:Session {state: 'active'})
WHERE s.last_active_at < $before
OPTIONAL MATCH (o:Owner {key: s.owner})
WITH s, o
WHERE coalesce(o.moving_to, o.arriving_from) IS NULL
RETURN s.id AS id, s.owner AS owner, coalesce(o.name, '') AS name
ORDER BY s.last_active_at
LIMIT $limit
