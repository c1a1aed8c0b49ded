// Synaptic capture: a strong memory strengthens the weak ones of its session that still carry a tag.
// mode: write
// params: owner, session, now, factor
// returns: captured
MATCH (m:Memory {owner: $owner, tag_session: $session})
WHERE m.tag_expires_at > $now AND NOT m.captured
SET m.stability = m.stability * $factor, m.captured = true
RETURN count(m) AS captured
