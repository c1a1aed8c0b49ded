// Create or update entities by address, and record which memories mention them.
// An existing entity only learns a new spelling. `same_as` names the entity that it was found to be, by an edge of its
// own: ending that edge undoes the merge, and a rule never merges a pair again that a person parted. The entity counts
// its mentions, and each edge carries the sort key of its memory: nobody could read all memories of a popular entity.
// Of the owner's declared types it keeps the surest.
// mode: write
// params: owner, rows, pairs, now, forever
// returns: mentions
CALL () {
  UNWIND $rows AS row
  MERGE (e:Entity {owner: $owner, uri: row.uri})
  ON CREATE SET e.type = row.type, e.name = row.name, e.slug = row.slug, e.aliases = [], e.created_at = $now,
                e.mentions = 0
  SET e.aliases = CASE
        WHEN row.name = e.name OR row.name IN e.aliases OR size(e.aliases) >= 20 THEN e.aliases
        ELSE e.aliases + row.name END
  FOREACH (ignored IN CASE WHEN row.own_score >= coalesce(e.own_type_score, 0.0) THEN [1] ELSE [] END |
    SET e.own_type = row.own_type, e.own_type_score = row.own_score, e.own_type_by = row.own_by
  )
}
CALL () {
  UNWIND [row IN $rows WHERE row.same_as IS NOT NULL] AS row
  MATCH (e:Entity {owner: $owner, uri: row.uri})
  MATCH (c:Entity {owner: $owner, uri: row.same_as})
  WHERE NOT EXISTS { (e)-[:SAME_AS]->(c) }
  CREATE (e)-[:SAME_AS {score: row.score, method: row.method, recorded_at: $now, retracted_at: $forever}]->(c)
}
CALL () {
  UNWIND $pairs AS pair
  MATCH (m:Memory {id: pair.memory})
  WHERE m.owner = $owner
  MATCH (e:Entity {owner: $owner, uri: pair.uri})
  MERGE (m)-[r:MENTIONS]->(e)
  ON CREATE SET r.owner = $owner, r.uri = e.uri, r.said_at = m.said_at, r.valid_from = m.valid_from,
                e.mentions = e.mentions + 1
  RETURN count(r) AS mentions
}
RETURN mentions
