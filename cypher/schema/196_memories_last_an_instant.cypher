// The same for memories.
// mode: write
// params: limit
// returns: changed
MATCH (m:Memory)
WHERE m.valid_until <= m.valid_from OR m.retracted_at <= m.recorded_at
WITH m LIMIT $limit
SET m.valid_until = CASE WHEN m.valid_until > m.valid_from THEN m.valid_until
                         ELSE m.valid_from + duration({microseconds: 1}) END,
    m.retracted_at = CASE WHEN m.retracted_at > m.recorded_at THEN m.retracted_at
                          ELSE m.recorded_at + duration({microseconds: 1}) END
RETURN count(m) AS changed
