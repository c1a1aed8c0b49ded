// Removes a vector index whose width no longer fits the embedder; the migration of its name makes it anew.
// mode: schema
// params: nothing
// returns: nothing
DROP INDEX fact_embedding IF EXISTS
