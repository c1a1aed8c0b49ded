// Tiers: a memory, its tier now, and the tiers it was in before; the weightiest of each tier
WITH 'demo' AS owner  // whose memory
MATCH (o:Owner {name: owner})
MATCH (t:Tier {owner: o.key})
CALL (t) {
  MATCH path = (t)<-[:IN_TIER]-(m:Memory)
  WHERE m.retracted_at > datetime()
  RETURN path, m
  ORDER BY m.importance DESC
  LIMIT 12
}
OPTIONAL MATCH before = (m)-[:IN_TIER]->(:Tier)
RETURN path, before
LIMIT 60
