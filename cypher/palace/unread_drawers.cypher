// List embedded drawers whose token states are missing or use other axes.
// The states' first bytes ($tag) name the axes. It scans the owner's drawers: for maintenance only.
// mode: read
// params: owner, model, tag, limit
// returns: id
MATCH (d:Drawer {owner: $owner, embedded: true})
WHERE d.embedding_model = $model AND coalesce(d.token_states[0..size($tag)] <> $tag, true)
RETURN d.id AS id
LIMIT $limit
