// Find defects of tombstones.
// These are tombstones that bar nothing or hold words, forgotten memories that are believed or embedded, and turns
// withheld for a tombstone that does not exist.
// mode: read
// params: nothing
// returns: found, example
CALL () {
  MATCH (t:Tombstone)
  WHERE NOT EXISTS { (t)-[:BARS]->(:TombstoneKey) } OR t.text IS NOT NULL
     OR EXISTS { MATCH (t)-[:BARS]->(k:TombstoneKey) WHERE k.owner <> t.owner OR k.text IS NOT NULL }
  RETURN t.id AS id
  UNION ALL
  MATCH (m:Memory)
  WHERE m.forgotten_at IS NOT NULL
    AND (m.retracted_at = datetime('9999-12-31T00:00:00Z') OR m.embedding IS NOT NULL OR m.tombstone IS NULL)
  RETURN m.id AS id
  UNION ALL
  MATCH (d:Drawer)
  WHERE d.withheld IS NOT NULL AND (d.ended_at IS NULL OR NOT EXISTS { MATCH (:Tombstone {id: d.withheld, owner: d.owner}) })
  RETURN d.id AS id
}
RETURN count(id) AS found, min(id) AS example
