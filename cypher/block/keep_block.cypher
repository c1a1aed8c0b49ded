// What a block showed: memories with a mark of what they said then, and turns. Of an owner the last `kept` stay.
// mode: write
// params: owner, id, session, memories, marks, turns, now, kept
// returns: dropped
MERGE (b:Block {id: $id})
ON CREATE SET b.owner = $owner, b.session = $session, b.memories = $memories, b.marks = $marks, b.turns = $turns,
              b.made_at = $now
WITH b
CALL () {
  MATCH (o:Block)
  USING INDEX o:Block(owner, made_at)
  WHERE o.owner = $owner AND o.made_at <= $now
  WITH o ORDER BY o.owner DESC, o.made_at DESC SKIP $kept LIMIT 50
  DELETE o
  RETURN count(o) AS dropped
}
RETURN dropped
