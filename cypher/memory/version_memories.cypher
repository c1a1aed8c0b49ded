// Keeps what was believed of memories until now, before they change: a version with the former text and interval, its
// vector, its sources, whom it names and what it was linked to, so that reading as known then finds all of it. The memory
// itself goes on under its id. `labels` is the label by language, by which a text is indexed. `until` is the end that a
// memory is about to get; where it ends already, nothing changes. What a clock that has gone back since recorded is believed
// a microsecond longer, so that its version has a length.
// mode: write
// params: owner, labels, rows
// returns: versions
CYPHER 25
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})-[now_in:IN_TIER]->(t:Tier {owner: $owner})
WHERE m.owner = $owner AND m.tier = t.name AND now_in.until IS NULL AND m.recorded_at <> row.now
  AND (row.until IS NULL OR (m.valid_from < row.until AND row.until < m.valid_until))
WITH m, t, row, CASE WHEN m.recorded_at < row.now THEN row.now ELSE m.recorded_at + duration({microseconds: 1}) END AS later
MERGE (v:Memory {id: row.version})
ON CREATE SET v = m {.*, id: row.version, retracted_at: later, tag_session: null, used_at: null}, v:$($labels[m.language])
MERGE (v)-[spell:IN_TIER]->(t)
ON CREATE SET spell.since = later, spell.reason = 'version'
MERGE (v)-[:VERSION_OF]->(m)
SET m.recorded_at = later, m.versions = coalesce(m.versions, 0) + 1
WITH m, v, later
CALL (m, v) {
  MATCH (m)-[e:DERIVED_FROM|MENTIONS]->(x)
  MERGE (v)-[c:$(type(e))]->(x)
  SET c = properties(e)
}
CALL (m, v, later) {
  MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]->(x:Memory)
  WHERE e.recorded_at < later AND e.retracted_at > later
  MERGE (v)-[c:$(type(e))]->(x)
  SET c = properties(e), c.retracted_at = later
}
CALL (m, v, later) {
  MATCH (m)<-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(x:Memory)
  WHERE e.recorded_at < later AND e.retracted_at > later
  MERGE (v)<-[c:$(type(e))]-(x)
  SET c = properties(e), c.retracted_at = later
}
RETURN count(v) AS versions
