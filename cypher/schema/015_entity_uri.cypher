// An entity:// address names one thing per owner; two owners may both know entity://person/deniz.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT entity_uri IF NOT EXISTS FOR (n:Entity) REQUIRE (n.owner, n.uri) IS UNIQUE
