// Count the owner's memories in a list; null filters filter nothing.
// It reads all of them, so it runs only for a caller who asks for the count.
// mode: read
// params: owner, category, tier, entity, session, said_from, said_until, recorded_from, recorded_until, speaker, within, starts, ends, recorded, retracted
// returns: count
MATCH (m:Memory {owner: $owner})
WHERE ($category IS NULL OR m.category = $category) AND ($tier IS NULL OR m.tier = $tier)
  AND ($session IS NULL OR m.session = $session)
  AND ($entity IS NULL OR EXISTS { (m)-[:MENTIONS]->(:Entity {uri: $entity}) })
  AND m.said_at >= $said_from AND m.said_at < $said_until
  AND m.recorded_at >= $recorded_from AND m.recorded_at < $recorded_until
  AND ($speaker IS NULL OR m.speaker = $speaker AND m.forgotten_at IS NULL)
  AND CASE WHEN $within
        THEN m.valid_from <= $starts AND m.valid_until > $ends AND m.recorded_at <= $recorded AND m.retracted_at > $retracted
        ELSE NOT EXISTS { (m)-[:VERSION_OF]->() } END
RETURN count(m) AS count
