// File a batch of verbatim turns, all or none: drawers, the links between neighbours, and counters.
// A link leads from each turn to the next in its room. MERGE on a digest of the turn makes a repeated batch harmless.
// `filed` never goes down, so that a pointer is never given out twice, whatever was deleted. `labels` maps a language
// to the label that selects the text index.
// mode: write
// params: owner, labels, drawers, pairs, rooms
// returns: filed
CYPHER 25
CALL () {
  UNWIND $drawers AS row
  MATCH (c:Closet {id: row.closet_id, owner: $owner})
  MERGE (d:Drawer {id: row.id})
  ON CREATE SET d += row, d:$($labels[row.language]), d.owner = $owner, d.filed_at = datetime(),
                c.drawers = c.drawers + 1
  MERGE (c)-[:HAS_DRAWER]->(d)
  RETURN count(d) AS filed, coalesce(sum(size(d.text)), 0) AS characters
}
CALL () {
  UNWIND $pairs AS pair
  MATCH (a:Drawer {id: pair[0], owner: $owner})
  MATCH (b:Drawer {id: pair[1], owner: $owner})
  MERGE (a)-[:NEXT]->(b)
}
CALL () {
  UNWIND $rooms AS row
  MATCH (r:Room {id: row.id, owner: $owner})
  SET r.filed = coalesce(r.filed, r.drawers) + row.filed, r.drawers = r.drawers + row.filed,
      r.last_drawer = row.last_drawer, r.ended_at = coalesce(row.ended_at, r.ended_at)
}
MATCH (o:Owner {key: $owner})
SET o.drawers = o.drawers + filed, o.characters = coalesce(o.characters, 0) + characters
RETURN filed
