// Sample memories from all of an owner's time.
// For each tier it takes a few memories after each of $parts instants between the first and the last statement. The
// same memories give the same sample.
// mode: read
// params: owner, tiers, now, parts, each
// returns: id, text, language
UNWIND $tiers AS tier
CALL (tier) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, said_at, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.said_at >= datetime('0001-01-01T00:00:00Z') AND m.id IS NOT NULL
  RETURN m.said_at AS first
  ORDER BY m.owner, m.tier, m.said_at, m.id
  LIMIT 1
}
CALL (tier) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, said_at, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.said_at >= datetime('0001-01-01T00:00:00Z') AND m.id IS NOT NULL
  RETURN m.said_at AS last
  ORDER BY m.owner DESC, m.tier DESC, m.said_at DESC, m.id DESC
  LIMIT 1
}
UNWIND range(0, $parts - 1) AS part
WITH tier, first + duration({milliseconds: part * (last.epochMillis - first.epochMillis) / $parts}) AS at
CALL (tier, at) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, said_at, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.said_at >= at AND m.id IS NOT NULL
  WITH m ORDER BY m.owner, m.tier, m.said_at, m.id LIMIT $each
  RETURN m
}
WITH DISTINCT m WHERE m.valid_until > $now AND m.retracted_at > $now
RETURN m.id AS id, m.text AS text, m.language AS language
ORDER BY id
