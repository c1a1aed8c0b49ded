// Count the owner's live memories in each tier.
// Sleeping memories whose validity has ended count too, since a dream puts ended memories to sleep.
// mode: read
// params: owner, tiers, asleep, now
// returns: tier, count
UNWIND $tiers AS tier
CALL (tier) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, last_accessed_at, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.last_accessed_at IS NOT NULL AND m.id IS NOT NULL
    AND (m.valid_until > $now OR m.tier = $asleep) AND m.retracted_at > $now
  RETURN count(m) AS count
}
RETURN tier, count
