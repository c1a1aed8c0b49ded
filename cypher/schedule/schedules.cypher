// List an owner's schedules.
// mode: read
// params: owner
// returns: schedule
MATCH (s:Schedule {owner: $owner})
RETURN s {.*} AS schedule
ORDER BY s.kind
