// Return the schema version of a store and the embedder of its vectors.
// Stores from before schema versions hold a node of another name for each migration.
// mode: read
// params: nothing
// returns: name, version, model, dimensions
MATCH (v:SchemaVersion)
RETURN v.name AS name, v.version AS version, v.model AS model, v.dimensions AS dimensions
