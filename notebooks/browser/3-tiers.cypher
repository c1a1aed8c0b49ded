// Tiers: where each memory stays now, and where it stayed before
// Once before: :param owner => 'demo'
MATCH (o:Owner {name: $owner})
MATCH path = (:Tier {owner: o.key})<-[:IN_TIER]-(m:Memory)
RETURN path
ORDER BY m.importance DESC
LIMIT 100
