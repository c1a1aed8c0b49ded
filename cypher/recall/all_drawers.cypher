// Every drawer of a small owner with its exact cosine: below a thousand rows this is as fast as the index and misses
// nothing. Columns come back as parallel lists, which cost a fraction of a row each.
// mode: read
// params: owner, vector
// returns: ids, scores, rooms, positions, speakers
MATCH (d:Drawer {owner: $owner})
WITH d ORDER BY d.room_id, d.position
RETURN collect(d.id) AS ids,
       collect(CASE WHEN d.embedding IS NULL THEN -1.0 ELSE vector.similarity.cosine(d.embedding, $vector) END) AS scores,
       collect(d.room_id) AS rooms, collect(d.position) AS positions, collect(d.speaker) AS speakers
