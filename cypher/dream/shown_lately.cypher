// List the live memories that the owner's latest blocks showed first: recent questions' answers.
// Sleeping memories are left out.
// mode: read
// params: owner, tiers, now, limit
// returns: id, text, language
MATCH (b:Block)
USING INDEX b:Block(owner, made_at)
WHERE b.owner = $owner AND b.made_at <= $now
WITH b ORDER BY b.owner DESC, b.made_at DESC LIMIT $limit
UNWIND b.memories[..2] AS id
WITH DISTINCT id
MATCH (m:Memory {id: id})
WHERE m.owner = $owner AND m.tier IN $tiers AND m.valid_until > $now AND m.retracted_at > $now
RETURN m.id AS id, m.text AS text, m.language AS language
ORDER BY id
