// Return the surroundings that may hold words of drawers about to be deleted or withheld.
// For each drawer these are the turn after it, whose search text contains the drawer; the closets named after their
// first turns, of which it may be one though it lies in the next closet; and memories. The memories are those that
// other turns say with it, and those made of the next ten turns, whose "she" may refer to it. Each comes with up to
// fifty of its other turns. Memories that only the drawer says go with it and are left out.
// mode: read
// params: owner, pointers, turns
// returns: pointer, id, text, speaker, language, before, after, closets, shared
UNWIND $pointers AS pointer
CALL (pointer) {
  MATCH (d:Drawer {owner: $owner, pointer: pointer})
  RETURN d LIMIT 1
}
OPTIONAL MATCH (b:Drawer)-[:NEXT]->(d)
WHERE b.withheld IS NULL
OPTIONAL MATCH (d)-[:NEXT]->(a:Drawer)
CALL (a) {
  OPTIONAL MATCH (r:Room {id: a.room_id})
  WHERE a.role = 'tool' AND r.owner = $owner
  RETURN r.title AS about LIMIT 1
}
CALL (d) {
  MATCH (x:Drawer)-[:NEXT*0..20]->(d)
  WITH x, d WHERE d.position - x.position < $turns
  RETURN collect(DISTINCT x.closet_id) AS closets
}
CALL (d) {
  CALL (d) {
    MATCH (m:Memory)-[:DERIVED_FROM]->(d)
    WHERE EXISTS { MATCH (m)-[:DERIVED_FROM]->(x) WHERE x <> d }
    RETURN m
    UNION
    MATCH (d)-[:NEXT*1..10]->(y:Drawer)
    WITH y
    MATCH (m:Memory)-[:DERIVED_FROM]->(y)
    RETURN m
  }
  CALL (m, d) {
    MATCH (m)-[:DERIVED_FROM]->(x:Drawer)
    WHERE x <> d
    WITH x LIMIT 50
    RETURN collect(coalesce(x.speaker, '') + ' ' + coalesce(toString(x.said_at), '') + ' ' + x.text) AS texts
  }
  RETURN collect({id: m.id, text: m.text, texts: texts}) AS shared
}
RETURN pointer, d.id AS id, d.text AS text, d.speaker AS speaker, d.language AS language,
       b {.speaker, .text} AS before, a {.id, .speaker, .text, .said_at, .language, .tags, about: about} AS after, closets, shared
