// Record the content of a block: its memories, each with a mark of its text then, and its turns.
// An owner keeps the last `kept` blocks.
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
