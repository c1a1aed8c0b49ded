// List a live session's working memory as of an instant; it takes part in the session's recalls.
// mode: read
// params: owner, session, starts, ends, recorded, retracted, tiers
// returns: id
MATCH (s:Session {id: $session})-[h:HOLDS]->(m:Memory)
WHERE s.owner = $owner AND m.owner = $owner AND m.tier IN $tiers
  AND m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
RETURN m.id AS id
ORDER BY h.last_accessed_at DESC
