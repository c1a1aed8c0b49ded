// List memories whose embedding failed at the write, by an index on the flag.
// mode: read
// params: owner, limit
// returns: id, text
MATCH (m:Memory {owner: $owner, embedded: false})
RETURN m.id AS id, m.text AS text
LIMIT $limit
