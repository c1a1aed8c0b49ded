// Ends what a newer statement replaced: its validity when it was true until then, our belief when it never was. An end is
// only ever set where the interval stays open and of some length; a closed one is left as it is. A version keeps the
// validity that was believed before.
// mode: write
// params: owner, rows
// returns: closed
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.owner = $owner
SET m.valid_until = CASE
      WHEN row.valid_until IS NOT NULL AND row.valid_until > m.valid_from AND row.valid_until < m.valid_until
      THEN row.valid_until ELSE m.valid_until END,
    m.retracted_at = CASE
      WHEN row.retracted_at IS NOT NULL AND row.retracted_at > m.recorded_at AND row.retracted_at < m.retracted_at
      THEN row.retracted_at ELSE m.retracted_at END
RETURN count(m) AS closed
