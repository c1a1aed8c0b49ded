// Records which schema a store has, and the embedder whose vectors it holds from now on. Schema statements cannot share a
// transaction with data, so this follows them: after a crash in between, they are repeated.
// mode: write
// params: version, model, dimensions
// returns: nothing
MERGE (v:SchemaVersion {name: 'schema'})
SET v.version = $version, v.model = $model, v.dimensions = $dimensions, v.applied_at = datetime()
