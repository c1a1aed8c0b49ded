// Find embedded drawers whose token states are missing or use other axes than the embedder's.
// $axes names the embedder's axes; with an embedder without token states, every drawer passes.
// mode: read
// params: axes
// returns: found, example
MATCH (d:Drawer {embedded: true})
WHERE $axes IS NOT NULL AND coalesce(d.token_states[0..size($axes)] <> $axes, true)
RETURN count(d) AS found, min(d.id) AS example
