// Finds the facts and mentions that are withheld for one memory.
// mode: schema
// params: nothing
// returns: nothing
CREATE INDEX withheld_owner_memory IF NOT EXISTS FOR ()-[w:WITHHELD]-() ON (w.owner, w.memory_id)
