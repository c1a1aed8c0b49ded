// The same by when they begin to be true: the timeline, and what a question of an instant reads of an entity.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX mentions_owner_uri_valid_from IF NOT EXISTS FOR ()-[r:MENTIONS]-() ON (r.owner, r.uri, r.valid_from)
