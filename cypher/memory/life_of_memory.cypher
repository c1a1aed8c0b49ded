// Return the history of a memory of the owner.
// It has the first turns that say it and their count, and its stays in tiers with the dreams that began them. It also
// has the undone changes of dreams, its former texts, and its replacements in both directions.
// mode: read
// params: owner, id, limit
// returns: text, language, write_source, retracted_at, accesses, questions, question_days, count, told, spells, undone, versions, replaced
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner
RETURN CASE WHEN m.forgotten_at IS NULL THEN m.text ELSE '' END AS text, m.language AS language, m.write_source AS write_source, m.retracted_at AS retracted_at,
       coalesce(m.access_count, 0) AS accesses, coalesce(m.questions, 0) AS questions,
       coalesce(m.asked_days, 0) AS question_days,
       COUNT { (m)-[:DERIVED_FROM]->() } AS count,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL AND m.forgotten_at IS NULL WITH d LIMIT 200
                 WITH d, coalesce(d.said_at, d.filed_at) AS at ORDER BY at LIMIT $limit
                 RETURN {at: at, speaker: d.speaker, text: d.text, pointer: d.pointer} } AS told,
       COLLECT { MATCH (m)-[s:IN_TIER]->(t:Tier)
                 OPTIONAL MATCH (r:DreamRun {id: s.run}) WHERE r.owner = $owner
                 OPTIONAL MATCH (r)-[c:CHANGED]->(m)
                 RETURN {at: s.since, tier: t.name, reason: s.reason, run: r.id, number: r.number,
                         evidence: CASE WHEN m.forgotten_at IS NULL THEN c.evidence END}
                 ORDER BY s.since DESC LIMIT 100 } AS spells,
       COLLECT { MATCH (m)<-[c:CHANGED]-(r:DreamRun) WHERE c.undone_at IS NOT NULL
                 RETURN {at: c.undone_at, run: r.id, number: r.number} ORDER BY c.undone_at DESC LIMIT 100 } AS undone,
       COLLECT { MATCH (v:Memory)-[:VERSION_OF]->(m) WHERE v.forgotten_at IS NULL RETURN {at: v.retracted_at, text: v.text, id: v.id}
                 ORDER BY v.retracted_at DESC LIMIT 100 } AS versions,
       COLLECT { MATCH (m)-[e:SUPERSEDES]-(o:Memory) WITH e, o LIMIT 200
                 WHERE o.owner = $owner AND e.retracted_at > datetime() AND o.forgotten_at IS NULL AND m.forgotten_at IS NULL
                 RETURN {at: coalesce(e.recorded_at, e.valid_from), outgoing: startNode(e) = m, id: o.id, text: o.text}
                 ORDER BY e.recorded_at LIMIT 100 } AS replaced
