// List drawers whose embedding failed or was reset, found by index.
// The embedded text includes the speaker.
// mode: read
// params: owner, limit
// returns: id, text, speaker
MATCH (d:Drawer {owner: $owner, embedded: false})
RETURN d.id AS id, d.text AS text, d.speaker AS speaker
LIMIT $limit
