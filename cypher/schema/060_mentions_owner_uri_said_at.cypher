// The newest memories that name an entity, in their order: a popular one is named by every second memory.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX mentions_owner_uri_said_at IF NOT EXISTS FOR ()-[r:MENTIONS]-() ON (r.owner, r.uri, r.said_at)
