// Names the embedder whose vectors this database holds from now on.
// mode: write
// params: model, dimensions
// returns: nothing
MERGE (v:SchemaVersion {name: 'embedder'})
SET v.model = $model, v.dimensions = $dimensions, v.applied_at = datetime()
