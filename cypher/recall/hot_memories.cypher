// The hot tier: what proved itself again and again, is sure and still true, the most useful first.
// mode: read
// params: owner, now, since, utility, access, sure, limit
// returns: id
MATCH (m:Memory {owner: $owner, tier: 'semantic'})
WHERE m.utility >= $utility AND m.access_count >= $access AND m.source_confidence >= $sure AND m.recorded_at > $since
  AND m.valid_until > $now AND m.retracted_at > $now
RETURN m.id AS id
ORDER BY m.utility DESC, m.id
LIMIT $limit
