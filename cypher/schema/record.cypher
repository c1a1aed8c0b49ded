// Record the schema version of a store, and the embedder of its vectors.
// Schema statements cannot share a transaction with data, so this follows them. After a crash in between, they are
// repeated.
// mode: write
// params: version, model, dimensions
// returns: nothing
MERGE (v:SchemaVersion {name: 'schema'})
SET v.version = $version, v.model = $model, v.dimensions = $dimensions, v.applied_at = datetime()
