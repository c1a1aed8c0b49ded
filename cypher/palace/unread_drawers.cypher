// Embedded drawers whose token states are missing or are of other axes, which their first bytes ($tag) name. A scan of the
// owner's drawers: for maintenance only.
// mode: read
// params: owner, model, tag, limit
// returns: id
MATCH (d:Drawer {owner: $owner, embedded: true})
WHERE d.embedding_model = $model AND coalesce(d.token_states[0..size($tag)] <> $tag, true)
RETURN d.id AS id
LIMIT $limit
