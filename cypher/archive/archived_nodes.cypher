// Stream all nodes of one label of an owner for an archive: key, labels and properties.
// The vector is left out: the importing store makes it with its own embedder. Read as a stream, so that neither side
// holds all nodes.
// mode: read
// params: owner, label
// returns: key, labels, properties
CALL () {
  WITH $label AS label WHERE label = 'Agent'
  MATCH (n:Agent {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Session'
  MATCH (n:Session {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Wing'
  MATCH (n:Wing {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Room'
  MATCH (n:Room {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Closet'
  MATCH (n:Closet {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Drawer'
  MATCH (n:Drawer {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels,
    n {.*, embedding: null, embedding_model: null, token_states: null, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Entity'
  MATCH (n:Entity {owner: $owner})
  RETURN n.uri AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Tier'
  MATCH (n:Tier {owner: $owner})
  RETURN n.name AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Memory'
  MATCH (n:Memory {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, embedding: null, embedding_model: null, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'DreamRun'
  MATCH (n:DreamRun {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Review'
  MATCH (n:Review {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Workflow'
  MATCH (n:Workflow {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Outcome'
  MATCH (n:Outcome {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Block'
  MATCH (n:Block {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Schedule'
  MATCH (n:Schedule {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Usage'
  MATCH (n:Usage {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'Tombstone'
  MATCH (n:Tombstone {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
  UNION ALL
  WITH $label AS label WHERE label = 'TombstoneKey'
  MATCH (n:TombstoneKey {owner: $owner})
  RETURN n.id AS key, labels(n) AS labels, n {.*, owner: null} AS properties
}
RETURN key, labels, properties
