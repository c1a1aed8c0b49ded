// List a page of the owner's entities, most mentions first, then the youngest.
// The order is the index's, so a page costs the same for ten entities and for ten thousand. Entities that only
// forgotten memories mention are left out, and a merged entity counts with the one it was merged into. The next page
// begins after the last entity's count, time and address.
// mode: read
// params: owner, type, after_mentions, after_at, after_uri, limit
// returns: uri, type, name, aliases, mentions, own, at, own_type
CALL () {
  WITH 1 AS any WHERE $type IS NULL
  MATCH (e:Entity)
  USING INDEX e:Entity(owner, mentions, created_at)
  WHERE e.owner = $owner AND e.mentions >= 0 AND e.mentions <= $after_mentions AND e.created_at IS NOT NULL
    AND (e.mentions < $after_mentions OR e.created_at < $after_at OR e.created_at = $after_at AND e.uri < $after_uri)
    AND (e.mentions > 0 OR NOT EXISTS { (e)-[:WITHHELD]-() } OR EXISTS { (e)-[:FACT]-() })
    AND NOT EXISTS { MATCH (e)-[s:SAME_AS]->(:Entity {owner: $owner}) WHERE s.retracted_at > datetime() }
  RETURN e ORDER BY e.owner DESC, e.mentions DESC, e.created_at DESC, e.uri DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $type IS NOT NULL
  MATCH (e:Entity)
  USING INDEX e:Entity(owner, type, mentions, created_at)
  WHERE e.owner = $owner AND e.type = $type AND e.mentions >= 0 AND e.mentions <= $after_mentions AND e.created_at IS NOT NULL
    AND (e.mentions < $after_mentions OR e.created_at < $after_at OR e.created_at = $after_at AND e.uri < $after_uri)
    AND (e.mentions > 0 OR NOT EXISTS { (e)-[:WITHHELD]-() } OR EXISTS { (e)-[:FACT]-() })
    AND NOT EXISTS { MATCH (e)-[s:SAME_AS]->(:Entity {owner: $owner}) WHERE s.retracted_at > datetime() }
  RETURN e ORDER BY e.owner DESC, e.type DESC, e.mentions DESC, e.created_at DESC, e.uri DESC LIMIT $limit
}
WITH e, [(x:Entity {owner: $owner})-[s:SAME_AS]->(e) WHERE s.retracted_at > datetime()
         AND (x.mentions > 0 OR NOT EXISTS { (x)-[:WITHHELD]-() }) | x] AS same
RETURN e.uri AS uri, e.type AS type, e.name AS name, coalesce(e.aliases, []) + [x IN same | x.name] AS aliases,
       reduce(named = e.mentions, x IN same | named + x.mentions) AS mentions, e.mentions AS own, e.created_at AS at,
       coalesce(e.own_type, head([x IN same WHERE x.own_type IS NOT NULL | x.own_type])) AS own_type
ORDER BY own DESC, at DESC, uri DESC
