// Count the owner's entities in the list; a null type filters nothing.
// mode: read
// params: owner, type
// returns: count
MATCH (e:Entity)
USING INDEX e:Entity(owner, mentions, created_at)
WHERE e.owner = $owner AND e.mentions >= 0 AND e.created_at IS NOT NULL AND ($type IS NULL OR e.type = $type)
  AND NOT EXISTS { MATCH (e)-[s:SAME_AS]->(:Entity {owner: $owner}) WHERE s.retracted_at > datetime() }
  AND (e.mentions > 0 OR NOT EXISTS { (e)-[:WITHHELD]-() } OR EXISTS { (e)-[:FACT]-() })
RETURN count(e) AS count
