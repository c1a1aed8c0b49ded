// Count the memories of all owners by tier, and the unembedded turns and memories, for metrics.
// The indexes answer it without reading a memory; memories that are believed no longer count too.
// mode: read
// params: tiers
// returns: tiers, turns, memories
MATCH (o:Owner)
WHERE o.name IS NOT NULL
CALL (o) {
  UNWIND $tiers AS tier
  CALL (o, tier) {
    MATCH (m:Memory)
    USING INDEX m:Memory(owner, tier, last_accessed_at, id)
    WHERE m.owner = o.key AND m.tier = tier AND m.last_accessed_at IS NOT NULL AND m.id IS NOT NULL
    RETURN count(*) AS count
  }
  RETURN collect(count) AS counts
}
WITH counts, COUNT { MATCH (d:Drawer {owner: o.key, embedded: false}) } AS turns,
     COUNT { MATCH (m:Memory {owner: o.key, embedded: false}) } AS memories
WITH collect(counts) AS every, sum(turns) AS turns, sum(memories) AS memories
RETURN [place IN range(0, size($tiers) - 1) | reduce(total = 0, one IN every | total + one[place])] AS tiers, turns, memories
