// List the standing changes of a dream in the order of its plan, each with the memory's first turn.
// mode: read
// params: owner, run, limit
// returns: id, text, language, step, rules, after, pointer
MATCH ()-[c:CHANGED]->(m)
USING INDEX c:CHANGED(owner, run, place)
WHERE c.owner = $owner AND c.run = $run AND c.place >= 0
WITH c, m ORDER BY c.owner, c.run, c.place LIMIT $limit
RETURN m.id AS id, CASE WHEN m.forgotten_at IS NULL THEN m.text ELSE '' END AS text, m.language AS language,
       c.step AS step, c.rules AS rules, c.after AS after,
       COLLECT { MATCH (m)-[:DERIVED_FROM]->(d:Drawer) WHERE d.withheld IS NULL RETURN d.pointer LIMIT 1 } AS pointer
