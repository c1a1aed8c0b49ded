// A migration that ran, or the embedder that made the vectors.
// Unique, so that MERGE is safe under concurrency.
// mode: schema
// params: nothing
// returns: nothing
CREATE CONSTRAINT schema_version_name IF NOT EXISTS FOR (n:SchemaVersion) REQUIRE n.name IS UNIQUE
