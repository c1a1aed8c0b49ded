// Recount the changes of dreams whose counts are too low; give a stay without length a microsecond.
// mode: write
// params: limit
// returns: changed
CALL () {
  MATCH (r:DreamRun)
  WITH r, COUNT { (r)-[:CHANGED]->() } AS changed
  WHERE changed > r.changed
  WITH r, changed LIMIT $limit
  SET r.changed = changed
  RETURN count(r) AS runs
}
CALL () {
  MATCH (:Memory)-[s:IN_TIER]->(:Tier)
  WHERE s.until <= s.since
  WITH s LIMIT $limit
  SET s.until = s.since + duration({microseconds: 1})
  RETURN count(s) AS spells
}
RETURN runs + spells AS changed
