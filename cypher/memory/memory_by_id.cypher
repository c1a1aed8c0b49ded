// Return one memory of the owner with its sources, relations, former texts and stays in tiers.
// A forgotten memory comes without text. At most two hundred sources and a hundred relations come back.
// mode: read
// params: owner, id
// returns: memory, sources, relations, versions, tiers, entities
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
RETURN m {.*, embedding: null} AS memory,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL AND m.forgotten_at IS NULL WITH d LIMIT 200 RETURN {id: d.id, pointer: d.pointer,
                 text: d.text, speaker: d.speaker, said_at: d.said_at} ORDER BY d.said_at } AS sources,
       COLLECT { MATCH (m)-[e:SUPERSEDES|CONTRADICTS|CAUSES|ELABORATES|SAME_ENTITY|RELATED_TO]-(o:Memory)
                 WHERE e.retracted_at > datetime() AND m.forgotten_at IS NULL AND o.forgotten_at IS NULL
                 RETURN {type: type(e), outgoing: startNode(e) = m, confidence: e.confidence, detected_by: e.detected_by,
                         valid_from: e.valid_from, id: o.id, text: o.text}
                 ORDER BY e.confidence DESC LIMIT 100 } AS relations,
       COLLECT { MATCH (v:Memory)-[:VERSION_OF]->(m) WHERE v.forgotten_at IS NULL RETURN {id: v.id, text: v.text, valid_until: v.valid_until,
                 recorded_at: v.recorded_at, retracted_at: v.retracted_at} ORDER BY v.recorded_at } AS versions,
       COLLECT { MATCH (m)-[s:IN_TIER]->(t:Tier) RETURN {tier: t.name, since: s.since, until: s.until,
                 reason: s.reason} ORDER BY s.since } AS tiers,
       COLLECT { MATCH (m)-[:MENTIONS]->(e:Entity) RETURN {uri: e.uri, type: e.type, name: e.name}
                 ORDER BY e.uri } AS entities
