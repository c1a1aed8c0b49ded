// List the changes of a dream in the order of its plan, with each memory's present tier.
// `open` leaves out undone changes.
// mode: read
// params: owner, run, open, after, limit
// returns: place, id, text, step, rules, evidence, before, after, undone_at, conflicts, tier, sub_tier, merged_into, stability, rehearsed_at, written_by
MATCH ()-[c:CHANGED]->(m)
USING INDEX c:CHANGED(owner, run, place)
WHERE c.owner = $owner AND c.run = $run AND c.place > $after AND NOT ($open AND c.undone_at IS NOT NULL)
WITH c, m ORDER BY c.owner, c.run, c.place LIMIT $limit
RETURN c.place AS place, m.id AS id,
       CASE WHEN m.forgotten_at IS NULL THEN m.text ELSE '' END AS text, c.step AS step, c.rules AS rules, c.evidence AS evidence,
       c.before AS before, c.after AS after, c.undone_at AS undone_at, c.conflicts AS conflicts,
       m.tier AS tier, m.sub_tier AS sub_tier, m.merged_into AS merged_into,
       m.stability AS stability, m.rehearsed_at AS rehearsed_at,
       COLLECT { MATCH (m)-[s:IN_TIER]->(:Tier) WHERE s.until IS NULL RETURN s.run LIMIT 1 } AS written_by
