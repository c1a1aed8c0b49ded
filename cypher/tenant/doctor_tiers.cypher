// Find memories without exactly one open stay, or whose open stay disagrees with their tier property.
// Every doctor query reads the whole store on purpose and is run by hand.
// mode: read
// params: nothing
// returns: found, example
MATCH (m:Memory)
WITH m, [(m)-[edge:IN_TIER]->(t:Tier) WHERE edge.until IS NULL | t.name] AS open
WHERE size(open) <> 1 OR open[0] <> m.tier
RETURN count(m) AS found, min(m.id) AS example
