// The facts of a memory that is forgotten or deleted.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX fact_owner_memory_id IF NOT EXISTS FOR ()-[f:FACT]-() ON (f.owner, f.memory_id)
