// Which schema a store has and which embedder made its vectors. Stores of before the schema had a version hold a node of
// another name for each migration.
// mode: read
// params: nothing
// returns: name, version, model, dimensions
MATCH (v:SchemaVersion)
RETURN v.name AS name, v.version AS version, v.model AS model, v.dimensions AS dimensions
