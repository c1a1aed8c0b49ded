// Counts anew what dreams changed, where they count less, and gives a stay in a tier that has no length a microsecond.
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
