// Recount an owner's store: memories by kind and liveness, turns by speaker.
// A token is about four characters. A person asks for it, and nothing that somebody waits for.
// mode: read
// params: owner, now
// returns: memories, drawers, procedures, episodes, entities
CALL () {
  MATCH (m:Memory {owner: $owner})
  WITH m.category AS category, m.tier AS tier, m.data_source AS data_source,
       m.retracted_at > $now AND m.valid_until > $now AS live, m.retracted_at > $now AS believed,
       (size(m.text) + 3) / 4 AS tokens
  WITH category, tier, data_source, live, believed, count(*) AS count, sum(tokens) AS tokens
  RETURN collect([category, tier, data_source, live, count, tokens, believed]) AS memories
}
CALL () {
  MATCH (d:Drawer {owner: $owner})
  WITH d.role AS role, count(*) AS count, sum((size(d.text) + 3) / 4) AS tokens
  RETURN collect([role, count, tokens]) AS drawers
}
RETURN memories, drawers,
       COUNT { MATCH (p:Procedure {owner: $owner}) WHERE p.slug IS NOT NULL AND p.retracted_at > $now } AS procedures,
       COUNT { MATCH (e:Episode {owner: $owner})
               WHERE e.valid_from IS NOT NULL AND e.id IS NOT NULL AND e.retracted_at > $now } AS episodes,
       COUNT { MATCH (n:Entity {owner: $owner}) } AS entities
