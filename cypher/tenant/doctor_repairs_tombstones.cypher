// End forgotten memories that are still believed or embedded, and remove words from tombstones.
// mode: write
// params: limit
// returns: changed
CALL () {
  MATCH (t:Tombstone|TombstoneKey)
  WHERE t.text IS NOT NULL
  WITH t LIMIT $limit
  REMOVE t.text
  RETURN count(t) AS stones
}
CALL () {
  MATCH (m:Memory)
  WHERE m.forgotten_at IS NOT NULL
    AND (m.retracted_at = datetime('9999-12-31T00:00:00Z') OR m.embedding IS NOT NULL)
  WITH m LIMIT $limit
  SET m.retracted_at = CASE WHEN m.retracted_at < datetime('9999-12-31T00:00:00Z') THEN m.retracted_at
                            WHEN m.forgotten_at > m.recorded_at THEN m.forgotten_at
                            ELSE m.recorded_at + duration({microseconds: 1}) END,
      m.embedded = CASE WHEN m.embedded THEN false ELSE m.embedded END
  REMOVE m.embedding
  RETURN count(m) AS memories
}
RETURN stones + memories AS changed
