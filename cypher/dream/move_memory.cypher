// Somebody puts a memory into another tier; the stay in the one it was in ends there. Nothing happens where it is there.
// Before $until, null for now, no dream puts it to sleep.
// mode: write
// params: owner, id, tier, sub_tier, now, reason, until
// returns: id
MATCH (m:Memory {id: $id})
WHERE m.owner = $owner AND m.tier <> $tier
MATCH (m)-[open:IN_TIER]->(:Tier)
WHERE open.until IS NULL
MERGE (t:Tier {owner: $owner, name: $tier})
SET open.until = CASE WHEN open.since >= $now THEN open.since + duration({microseconds: 1}) ELSE $now END,
    m.tier = $tier, m.merged_into = null, m.kept_awake_until = $until, m.sub_tier = coalesce($sub_tier, m.sub_tier)
CREATE (m)-[:IN_TIER {since: open.until, reason: $reason}]->(t)
RETURN m.id AS id
