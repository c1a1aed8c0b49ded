// Close the memories that a newer statement replaced.
// Validity ends where a memory was true until then; our belief ends where it never was. The statement sets an end only
// where the interval stays open and of some length; a closed one is left as it is. A version keeps the validity that
// was believed before. A memory recorded by a clock that has gone back since is believed for a microsecond.
// mode: write
// params: owner, rows
// returns: closed
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
WITH m, row, CASE WHEN row.retracted_at > m.recorded_at THEN row.retracted_at
                  ELSE m.recorded_at + duration({microseconds: 1}) END AS later
SET m.valid_until = CASE
      WHEN row.valid_until IS NOT NULL AND row.valid_until > m.valid_from AND row.valid_until < m.valid_until
      THEN row.valid_until ELSE m.valid_until END,
    m.retracted_at = CASE
      WHEN row.retracted_at IS NOT NULL AND later < m.retracted_at THEN later ELSE m.retracted_at END
RETURN count(m) AS closed
