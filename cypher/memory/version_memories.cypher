// Save a version of each memory before it changes, so that queries by transaction time find it.
// A version has the former text and interval, the vector, the sources, the mentions and the relations. The memory
// itself goes on under its id. `labels` maps a language to the label that selects the text index. `until` is the end
// that a memory is about to get; if it ends by then already, nothing changes. A memory recorded by a clock that has
// gone back since is believed a microsecond longer, so that its version has a length.
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
