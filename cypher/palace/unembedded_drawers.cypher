// Drawers whose embedding failed or was reset, found by index. Their speaker is part of what is embedded.
// mode: read
// params: owner, limit
// returns: id, text, speaker
MATCH (d:Drawer {owner: $owner, embedded: false})
RETURN d.id AS id, d.text AS text, d.speaker AS speaker
LIMIT $limit
