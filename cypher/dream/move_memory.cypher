// Move a memory into another tier at a person's wish; the open stay ends there.
// Nothing happens where the memory is in that tier already. Until $until no dream puts it to sleep; with null the next
// dream may.
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
