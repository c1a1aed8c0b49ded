// List the blocks that a session was shown since an instant, the latest first.
// If its context began anew after that instant, the list begins there.
// mode: read
// params: owner, session, since, limit
// returns: since, blocks
OPTIONAL MATCH (s:Session {owner: $owner, id: $session})
WITH CASE WHEN s.context_since > $since THEN s.context_since ELSE $since END AS since
CALL (since) {
  MATCH (b:Block)
  USING INDEX b:Block(owner, session, made_at)
  WHERE b.owner = $owner AND b.session = $session AND b.made_at > since
  WITH b ORDER BY b.owner DESC, b.session DESC, b.made_at DESC LIMIT $limit
  RETURN collect([b.memories, b.marks, b.turns]) AS blocks
}
RETURN since, blocks
