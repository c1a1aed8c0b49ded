// Embedded drawers whose token states are missing or are of other axes than the embedder's, which $axes names; with an
// embedder that tells none every drawer is as it should be.
// mode: read
// params: axes
// returns: found, example
MATCH (d:Drawer {embedded: true})
WHERE $axes IS NOT NULL AND coalesce(d.token_states[0..size($axes)] <> $axes, true)
RETURN count(d) AS found, min(d.id) AS example
