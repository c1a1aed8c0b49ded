// Find memories, facts and relations whose valid or transaction time is empty or runs backwards.
// mode: read
// params: nothing
// returns: found, example
CALL () {
  MATCH (m:Memory)
  WHERE m.valid_until <= m.valid_from OR m.retracted_at <= m.recorded_at
  RETURN m.id AS id
  UNION ALL
  MATCH (a)-[e:FACT|SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->()
  WHERE e.valid_until <= e.valid_from OR e.retracted_at <= e.recorded_at
  RETURN coalesce(a.id, a.uri) AS id
}
RETURN count(id) AS found, min(id) AS example
