// Return the schema version of a store and the embedder of its vectors.
// mode: read
// params: nothing
// returns: version, model, dimensions
MATCH (v:SchemaVersion {name: 'schema'})
RETURN v.version AS version, v.model AS model, v.dimensions AS dimensions
