// Return the memories and entities for a map of the owner's memory as of an instant.
// Of each tier it reads the `reach` latest memories and counts those that held at one instant as known at another. It
// keeps the weightiest: pinned ones, then by importance. `more` says that a tier has memories beyond them. Of entities
// it reads the `pool` with the most mentions, in the order of the index; an entity with one mention and no fact is left
// out. A merged entity counts with the one it was merged into. Times are microseconds since 1970, see
// `recall/describe_drawers`.
// mode: read
// params: owner, tiers, starts, ends, recorded, retracted, reach, pool, most
// returns: more, held, memories, named, entities
UNWIND $tiers AS tier
CALL (tier) {
  MATCH (m:Memory)
  USING INDEX m:Memory(owner, tier, said_at, id)
  WHERE m.owner = $owner AND m.tier = tier AND m.said_at <= datetime('9999-12-31T00:00:00Z') AND m.id IS NOT NULL
  WITH m ORDER BY m.owner DESC, m.tier DESC, m.said_at DESC, m.id DESC LIMIT $reach
  RETURN collect(m) AS latest
}
WITH collect(latest) AS tiers
WITH any(latest IN tiers WHERE size(latest) = $reach) AS more,
     COLLECT { UNWIND tiers AS latest
               UNWIND latest AS m
               WITH m
               WHERE m.valid_from <= $starts AND m.valid_until > $ends
                 AND m.recorded_at <= $recorded AND m.retracted_at > $retracted AND m.forgotten_at IS NULL
               RETURN m ORDER BY coalesce(m.pinned, false) DESC, m.importance DESC, m.said_at DESC, m.id } AS held,
     COLLECT { MATCH (e:Entity)
               USING INDEX e:Entity(owner, mentions, created_at)
               WHERE e.owner = $owner AND e.mentions > 0 AND e.created_at IS NOT NULL
               WITH e ORDER BY e.owner DESC, e.mentions DESC, e.created_at DESC LIMIT $pool
               WHERE e.created_at <= $recorded AND (e.mentions > 1
                   OR EXISTS { (e)-[f:FACT]-() WHERE f.recorded_at <= $recorded AND f.retracted_at > $retracted })
                 AND NOT EXISTS { MATCH (e)-[s:SAME_AS]->(:Entity {owner: $owner})
                                  WHERE s.recorded_at <= $recorded AND s.retracted_at > $retracted }
               RETURN e } AS named
RETURN more, size(held) AS held, size(named) AS named,
       [m IN held[..$most] |
         [m.id, left(m.text, 240), m.tier, m.category, m.importance,
          m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
          CASE WHEN m.valid_until < datetime('9999-12-31T00:00:00Z')
            THEN m.valid_until.epochSeconds * 1000000 + m.valid_until.microsecond END]] AS memories,
       [e IN named[..$most] |
         [e.uri, e.type, e.name, e.mentions,
          [(x:Entity {owner: $owner})-[s:SAME_AS]->(e)
            WHERE s.recorded_at <= $recorded AND s.retracted_at > $retracted | x.uri]]] AS entities
