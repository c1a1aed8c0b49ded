// Lengthen empty intervals of validity or belief to a microsecond.
// mode: write
// params: limit
// returns: changed
CALL () {
  MATCH (n:Memory)
  WHERE n.valid_until <= n.valid_from OR n.retracted_at <= n.recorded_at
  RETURN n
  UNION ALL
  MATCH ()-[n:FACT|SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->()
  WHERE n.valid_until <= n.valid_from OR n.retracted_at <= n.recorded_at
  RETURN n
}
WITH n LIMIT $limit
SET n.valid_until = CASE WHEN n.valid_until <= n.valid_from THEN n.valid_from + duration({microseconds: 1})
                         ELSE n.valid_until END,
    n.retracted_at = CASE WHEN n.retracted_at <= n.recorded_at THEN n.recorded_at + duration({microseconds: 1})
                          ELSE n.retracted_at END
RETURN count(n) AS changed
