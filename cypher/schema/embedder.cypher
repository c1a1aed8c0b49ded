// Which embedder made the vectors of this database, and how wide they are.
// mode: read
// params: nothing
// returns: model, dimensions
MATCH (v:SchemaVersion {name: 'embedder'})
RETURN v.model AS model, v.dimensions AS dimensions
