// The owner's entities, those named most often first.
// mode: read
// params: owner, type, limit
// returns: uri, type, name, aliases, mentions
MATCH (e:Entity {owner: $owner})
WHERE $type IS NULL OR e.type = $type
WITH e, COUNT { MATCH (e)<-[:MENTIONS]-(m:Memory) WHERE NOT EXISTS { (m)-[:VERSION_OF]->() } } AS mentions
ORDER BY mentions DESC, e.uri
LIMIT $limit
RETURN e.uri AS uri, e.type AS type, e.name AS name, coalesce(e.aliases, []) AS aliases, mentions
