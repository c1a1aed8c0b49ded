// Set a person's description of an entity: its own type, declared by the owner, and its fields.
// Without a type it has no fields.
// mode: write
// params: owner, uri, own_type, by, fields
// returns: uri
MATCH (e:Entity {owner: $owner, uri: $uri})
SET e.own_type = $own_type, e.own_type_score = 1.0, e.own_type_by = $by, e.fields = $fields
RETURN e.uri AS uri
