// Earlier releases kept a kind of every room (always a conversation), settings of every owner (always none) and room for a
// summary of entities that nobody wrote. Run again until nothing is left.
// mode: schema
// params: nothing
// returns: changed
MATCH (n:Room|Owner|Entity)
WHERE (n:Room AND n.kind IS NOT NULL) OR (n:Owner AND n.settings IS NOT NULL) OR (n:Entity AND n.summary IS NOT NULL)
WITH n LIMIT 10000
REMOVE n.settings, n.summary
FOREACH (room IN CASE WHEN n:Room THEN [n] ELSE [] END | REMOVE room.kind)
RETURN count(n) AS changed
