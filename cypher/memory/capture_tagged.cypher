// Strengthen the tagged weak memories of a strong memory's session (synaptic capture).
// The capture uses the tag up.
// mode: write
// params: owner, session, now, factor
// returns: captured
MATCH (m:Memory)
USING INDEX m:Memory(owner, tag_session, tag_expires_at)
WHERE m.owner = $owner AND m.tag_session = $session AND m.tag_expires_at > $now AND NOT m.captured
SET m.stability = m.stability * $factor, m.captured = true, m.tag_session = null
RETURN count(m) AS captured
