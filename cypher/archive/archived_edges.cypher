// Stream all edges of one kind of an owner for an archive, with the keys of both ends.
// mode: read
// params: owner, kind
// returns: start, end, properties
CALL () {
  WITH $kind AS kind WHERE kind = 'HAS_WING Owner Wing'
  MATCH (a:Owner {key: $owner})
  MATCH (a)-[r:HAS_WING]->(b:Wing)
  RETURN a.key AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'HAS_ROOM Wing Room'
  MATCH (a:Wing {owner: $owner})
  MATCH (a)-[r:HAS_ROOM]->(b:Room)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'HAS_CLOSET Room Closet'
  MATCH (a:Room {owner: $owner})
  MATCH (a)-[r:HAS_CLOSET]->(b:Closet)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'HAS_DRAWER Closet Drawer'
  MATCH (a:Closet {owner: $owner})
  MATCH (a)-[r:HAS_DRAWER]->(b:Drawer)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'NEXT Drawer Drawer'
  MATCH (a:Drawer {owner: $owner})
  MATCH (a)-[r:NEXT]->(b:Drawer)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'DERIVED_FROM Memory Drawer'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:DERIVED_FROM]->(b:Drawer)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'DERIVED_FROM Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:DERIVED_FROM]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'VERSION_OF Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:VERSION_OF]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'IN_TIER Memory Tier'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:IN_TIER]->(b:Tier)
  RETURN a.id AS start, b.name AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'MENTIONS Memory Entity'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:MENTIONS]->(b:Entity)
  RETURN a.id AS start, b.uri AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'FACT Entity Entity'
  MATCH (a:Entity {owner: $owner})
  MATCH (a)-[r:FACT]->(b:Entity)
  RETURN a.uri AS start, b.uri AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'SAME_AS Entity Entity'
  MATCH (a:Entity {owner: $owner})
  MATCH (a)-[r:SAME_AS]->(b:Entity)
  RETURN a.uri AS start, b.uri AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'SUPERSEDES Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:SUPERSEDES]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'CONTRADICTS Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:CONTRADICTS]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'CAUSES Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:CAUSES]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'ELABORATES Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:ELABORATES]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'SAME_ENTITY Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:SAME_ENTITY]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'RELATED_TO Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:RELATED_TO]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'COACTIVATED Memory Memory'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:COACTIVATED]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'HOLDS Session Memory'
  MATCH (a:Session {owner: $owner})
  MATCH (a)-[r:HOLDS]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'CHANGED DreamRun Memory'
  MATCH (a:DreamRun {owner: $owner})
  MATCH (a)-[r:CHANGED]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'OLDER Review Memory'
  MATCH (a:Review {owner: $owner})
  MATCH (a)-[r:OLDER]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'NEWER Review Memory'
  MATCH (a:Review {owner: $owner})
  MATCH (a)-[r:NEWER]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'FOUND_IN Workflow Memory'
  MATCH (a:Workflow {owner: $owner})
  MATCH (a)-[r:FOUND_IN]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'BECAME Workflow Memory'
  MATCH (a:Workflow {owner: $owner})
  MATCH (a)-[r:BECAME]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'OUTCOME_OF Outcome Memory'
  MATCH (a:Outcome {owner: $owner})
  MATCH (a)-[r:OUTCOME_OF]->(b:Memory)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'WITHHELD Memory Entity'
  MATCH (a:Memory {owner: $owner})
  MATCH (a)-[r:WITHHELD]->(b:Entity)
  RETURN a.id AS start, b.uri AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'WITHHELD Entity Entity'
  MATCH (a:Entity {owner: $owner})
  MATCH (a)-[r:WITHHELD]->(b:Entity)
  RETURN a.uri AS start, b.uri AS end, r {.*, owner: null} AS properties
  UNION ALL
  WITH $kind AS kind WHERE kind = 'BARS Tombstone TombstoneKey'
  MATCH (a:Tombstone {owner: $owner})
  MATCH (a)-[r:BARS]->(b:TombstoneKey)
  RETURN a.id AS start, b.id AS end, r {.*, owner: null} AS properties
}
RETURN start, end, properties
