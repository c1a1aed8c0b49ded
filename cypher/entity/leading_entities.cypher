// List the owner's most important entities, among the `pool` with the most mentions.
// An entity with a single mention counts where a fact states something about it. Equal counts come youngest first, in
// the order of the index. A merged entity counts with the one it was merged into.
// mode: read
// params: owner, pool, limit
// returns: uri, type, name, aliases, mentions, own_type
MATCH (e:Entity)
USING INDEX e:Entity(owner, mentions, created_at)
WHERE e.owner = $owner AND e.mentions > 0 AND e.created_at IS NOT NULL
WITH e ORDER BY e.owner DESC, e.mentions DESC, e.created_at DESC LIMIT $pool
WHERE NOT EXISTS { MATCH (e)-[s:SAME_AS]->(:Entity {owner: $owner}) WHERE s.retracted_at > datetime() }
WITH e, [(x:Entity {owner: $owner})-[s:SAME_AS]->(e) WHERE s.retracted_at > datetime() | x] AS same
WITH e, same, reduce(named = e.mentions, x IN same | named + x.mentions) AS mentions
WHERE mentions > 1 OR EXISTS { (e)-[f:FACT]-() WHERE f.retracted_at > datetime() }
RETURN e.uri AS uri, e.type AS type, e.name AS name, coalesce(e.aliases, []) + [x IN same | x.name] AS aliases, mentions,
       coalesce(e.own_type, head([x IN same WHERE x.own_type IS NOT NULL | x.own_type])) AS own_type
ORDER BY mentions DESC, uri
LIMIT $limit
