// Give each memory one open stay, in its own tier.
// The newest open stay remains, and the others end where it begins. A memory without one gets a new stay.
// mode: write
// params: limit
// returns: changed
MATCH (m:Memory)
WITH m, COLLECT { MATCH (m)-[s:IN_TIER]->(t:Tier) WHERE s.until IS NULL RETURN t.name ORDER BY s.since DESC } AS open
WHERE size(open) <> 1 OR open[0] <> m.tier OR m.tier IS NULL
WITH m, coalesce(open[0], m.tier, 'episodic') AS tier LIMIT $limit
SET m.tier = tier
MERGE (t:Tier {owner: m.owner, name: tier})
WITH m, t, COLLECT { MATCH (m)-[s:IN_TIER]->(:Tier) WHERE s.until IS NULL RETURN s ORDER BY s.since DESC } AS open
FOREACH (s IN open[1..] |
  SET s.until = CASE WHEN open[0].since > s.since THEN open[0].since ELSE s.since + duration({microseconds: 1}) END)
FOREACH (_ IN CASE WHEN size(open) = 0 THEN [1] ELSE [] END |
  CREATE (m)-[:IN_TIER {since: coalesce(m.recorded_at, datetime()), reason: 'by the doctor'}]->(t))
RETURN count(m) AS changed
