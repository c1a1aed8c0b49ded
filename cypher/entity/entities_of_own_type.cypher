// List entities of a type that the owner declared, most mentions first, merged ones included.
// mode: read
// params: owner, own_type, limit
// returns: uri, type, name, aliases, mentions, own_type
MATCH (e:Entity)
USING INDEX e:Entity(owner, own_type, mentions)
WHERE e.owner = $owner AND e.own_type = $own_type AND e.mentions > 0
WITH e ORDER BY e.owner DESC, e.own_type DESC, e.mentions DESC LIMIT $limit
RETURN e.uri AS uri, e.type AS type, e.name AS name, coalesce(e.aliases, []) AS aliases, e.mentions AS mentions,
       e.own_type AS own_type
