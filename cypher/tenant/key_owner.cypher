// Whose key this is. Asked once per connection of an agent, by unique index.
// mode: read
// params: hash
// returns: owner, name
MATCH (k:ApiKey {hash: $hash})
OPTIONAL MATCH (o:Owner {key: k.owner})
RETURN k.owner AS owner, o.name AS name
