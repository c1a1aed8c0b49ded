// What a session was shown since a moment, the latest first.
// mode: read
// params: owner, session, since, limit
// returns: memories, marks, turns
MATCH (b:Block)
USING INDEX b:Block(owner, session, made_at)
WHERE b.owner = $owner AND b.session = $session AND b.made_at > $since
WITH b ORDER BY b.owner DESC, b.session DESC, b.made_at DESC LIMIT $limit
RETURN b.memories AS memories, b.marks AS marks, b.turns AS turns
